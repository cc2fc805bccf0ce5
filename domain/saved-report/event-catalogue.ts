interface OfferedEvent {
  readonly sentence: string;
  /** Follows "applications that" or "a program that", in the past tense. */
  readonly clause: string;
  /** The member with the time at which it happened, if that is not the time of recording. */
  readonly happenedAt?: string;
}

/** Events that reports count, grouped in the builder's order; docs/events.md describes their data. */
export const REPORT_EVENT_GROUPS = {
  Applications: {
    ApplicationSubmitted: { sentence: 'Someone submits an application.', clause: 'were submitted' },
    StatusChanged: { sentence: 'The status of an application changes.', clause: 'changed status', happenedAt: 'since' },
    DetailsSaved: { sentence: 'Answers in an application are saved.', clause: 'got new answers' },
    AnswersMarked: {
      sentence: 'Staff mark answers for the applicant to correct, or remove a mark.',
      clause: 'had answers marked to be corrected',
    },
    UserLinked: { sentence: 'An application is added to an account.', clause: 'were added to an account' },
    AdminAssigned: {
      sentence: 'An application is assigned to a member of staff, or unassigned.',
      clause: 'were assigned',
    },
    PaymentPlanChosen: {
      sentence: 'An applicant chooses a payment plan, or staff choose it for them.',
      clause: 'got a payment plan',
    },
    CommentAdded: { sentence: 'Staff comment on an application.', clause: 'got a comment' },
    CommentFollowUpSet: {
      sentence: 'Staff set, move or finish a follow-up.',
      clause: 'had a follow-up set, moved or finished',
    },
    ApplicationTransferred: {
      sentence: 'An application is transferred to another program.',
      clause: 'left for another program',
    },
    ApplicationCopied: {
      sentence: 'A transfer creates the application in its new program.',
      clause: 'arrived from another program',
    },
  },
  Interviews: {
    InterviewScheduled: { sentence: 'An applicant schedules an interview.', clause: 'got an interview' },
    InterviewDetailsReceived: {
      sentence: 'Calendly reports the time of an interview and the link to join.',
      clause: 'got an interview time from Calendly',
    },
  },
  Assessments: {
    SolutionStarted: { sentence: 'An applicant starts an assessment.', clause: 'started an assessment' },
    SolutionSubmitted: {
      sentence: 'An applicant submits an assessment, or its time is up.',
      clause: 'submitted an assessment',
    },
    SolutionRetaken: {
      sentence: 'A retake of an assessment is allowed.',
      clause: 'were allowed to retake an assessment',
    },
  },
  Activity: {
    ActivityRecorded: {
      sentence: 'An applicant opens or saves something in their application.',
      clause: 'showed activity',
      happenedAt: 'timestamp',
    },
  },
  Emails: {
    EmailRequested: { sentence: 'Staff send an email template to an applicant.', clause: 'got an email from staff' },
    EmailDelivered: { sentence: 'An email to an applicant is delivered.', clause: 'got an email' },
    EmailFailed: { sentence: 'An email to an applicant cannot be delivered.', clause: 'could not be reached by email' },
    EmailCancelled: { sentence: 'An email is cancelled before it is sent.', clause: 'had an email cancelled' },
  },
  Payments: {
    PaymentAccountOpened: {
      sentence: 'A contract is received, and the payments of its plan become due.',
      clause: 'were invoiced',
    },
    PaymentPlanReplaced: {
      sentence: 'Invoices of another plan replace the unpaid ones.',
      clause: 'got other invoices',
    },
    InvoicePaid: { sentence: 'An invoice is paid.', clause: 'paid an invoice' },
    InvoiceVoided: { sentence: 'An invoice is voided.', clause: 'had an invoice voided' },
  },
  Programs: {
    BatchCreated: { sentence: 'A program is created.', clause: 'were created' },
    BatchStatusChanged: { sentence: 'A program opens, closes or completes.', clause: 'changed state' },
    BatchDetailsChanged: { sentence: 'The details of a program change.', clause: 'got new details' },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, OfferedEvent>>>>;

const OFFERED: ReadonlyMap<string, OfferedEvent> = new Map(
  Object.values(REPORT_EVENT_GROUPS).flatMap((group) => Object.entries<OfferedEvent>(group)),
);

export const REPORT_EVENT_TYPES: readonly string[] = [...OFFERED.keys()];

export const offeredEvent = (type: string): OfferedEvent | undefined => OFFERED.get(type);

/** True for events about a program itself, which belong to no application. */
export const isAboutProgram = (type: string): boolean => Object.hasOwn(REPORT_EVENT_GROUPS.Programs, type);
