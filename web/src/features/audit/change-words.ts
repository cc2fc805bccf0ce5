/** What can happen to each kind of object, by type of event. */
export const CHANGES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  application: {
    ApplicationSubmitted: 'Applied',
    DetailsSaved: 'Answers saved',
    StatusChanged: 'Status changed',
    AdminAssigned: 'Assignee changed',
    CommentAdded: 'Comment added',
    CommentDeleted: 'Comment deleted',
    EmailCorrected: 'Email address corrected',
    UserLinked: 'Account linked',
    PaymentPlanChosen: 'Payment plan chosen',
    InterviewScheduled: 'Interview scheduled',
    InterviewDetailsReceived: 'Interview details received',
    EmailRequested: 'Email requested',
    EmailCancelled: 'Email cancelled',
    EmailDelivered: 'Email delivered',
    EmailFailed: 'Email failed',
    EmailRetryRequested: 'Email sent again',
    ApplicationTransferred: 'Transferred to another program',
    ApplicationCopied: 'Came from another program',
    PersonalDataErased: 'Personal data erased',
    ApplicationRemoved: 'Application removed',
  },
  solution: {
    SolutionStarted: 'Test started',
    SolutionSubmitted: 'Test submitted',
    SolutionRetaken: 'Retake given',
    SolutionCopied: 'Test taken over after a transfer',
    ExternalResultUnmatched: 'Result without an applicant',
  },
  paymentAccount: {
    PaymentAccountOpened: 'Payment account opened',
    PaymentPlanReplaced: 'Payment plan replaced',
    PaymentAccountVoided: 'Payment account voided',
    InvoicePaid: 'Invoice marked paid',
    InvoiceVoided: 'Invoice voided',
    PaymentAccountHandedOver: 'Payment account handed over',
    PaymentAccountTakenOver: 'Payment account taken over',
  },
  batch: {
    BatchCreated: 'Program created',
    BatchDetailsChanged: 'Program changed',
    BatchStatusChanged: 'Status of a program changed',
  },
  process: {
    ProcessCreated: 'Form & process created',
    ProcessChanged: 'Form & process changed',
    ProcessDeleted: 'Form & process deleted',
  },
  assessment: {
    AssessmentCreated: 'Assessment created',
    AssessmentChanged: 'Assessment changed',
    AssessmentDeleted: 'Assessment deleted',
  },
  emailTemplate: {
    EmailTemplateCreated: 'Email template created',
    EmailTemplateChanged: 'Email template changed',
    EmailTemplateDeleted: 'Email template deleted',
  },
  paymentModel: {
    PaymentModelCreated: 'Payment model created',
    PaymentModelChanged: 'Payment model changed',
    PaymentModelDeleted: 'Payment model deleted',
  },
  webhook: {
    WebhookCreated: 'Webhook created',
    WebhookChanged: 'Webhook changed',
    WebhookDeleted: 'Webhook deleted',
  },
  report: {
    ReportCreated: 'Report created',
    ReportChanged: 'Report changed',
    ReportDeleted: 'Report deleted',
  },
  organization: {
    OrganizationCreated: 'School created',
    OrganizationDetailsChanged: 'School changed',
    OrganizationSecretChanged: 'Secret changed',
    MemberAdded: 'Member added',
    MemberRoleChanged: 'Role changed',
    MemberRemoved: 'Member removed',
    MemberSessionsEnded: 'Member logged out',
    MemberInvited: 'Member invited',
    InvitationRenewed: 'Invitation sent again',
    InvitationRevoked: 'Invitation revoked',
    InvitationAccepted: 'Invitation accepted',
    InvitationDeclined: 'Invitation declined',
    DomainRequested: 'Domain requested',
    DomainProven: 'Domain proven',
    DomainProofMissing: 'Proof of a domain missing',
    DomainLost: 'Domain lost',
  },
  file: { FileUploaded: 'File uploaded', FileDeleted: 'File deleted' },
  bulk: {
    BulkChangeStarted: 'Bulk change started',
    BulkRowsAdded: 'Rows of an import added',
    BulkUndoStarted: 'Bulk change undone',
  },
  export: { DataExported: 'List downloaded' },
};

/** Those of one kind, or of all. */
export const changesOf = (kind: string): readonly { readonly value: string; readonly label: string }[] =>
  Object.entries(CHANGES)
    .filter(([name]) => kind === '' || name === kind)
    .flatMap(([, changes]) => Object.entries(changes).map(([value, label]) => ({ value, label })));
