export const applications = /* @__PURE__ */ Object.freeze({
  loadFailed: 'Could not load application. Are you logged in?',
  updateFailed: (message: string) => `Something went wrong updating the application: '${message}'`,
  transferTargetMissing: 'Please select a course to transfer the student to',
  transferFailed: (message: string) => `Something went wrong: ${message}`,
  transferDone: 'Enrollment has been transferred. A new application has been created in the selected batch.',
  transferredTo: (batch: string) => `Student transferred to ${batch}`,
  transferredFrom: (batch: string) => `Transferred from ${batch}`,
  emailSent: (template: string, email: string) => `Sent '${template}' to ${email}`,
  activityTimeInvalid: 'The time of an activity must be a date and time.',
  activityTimeOutside: 'The time of an activity must be between Nov 12, 2021 and now.',
  activitySince: 'Activity tracking began Nov 12, 2021.',
  erased: 'The personal data of this application has been erased.',
  locked: 'This application can no longer be changed.',
  commentNotOwn: 'You can only delete your own comments.',
  followUpInvalid: 'Choose a date for the follow-up.',
  followUpPast: 'Choose today or a later date for the follow-up.',
  correctionNoteMissing: 'Say in a note what the applicant should correct.',
  correctionUnknown: 'You can mark only answers of the application form that the applicant can change.',
  alreadyLinked: 'This application already belongs to another account.',
  statusUnknown: 'Please choose one of the statuses.',
  assigneeUnknown: 'Please choose an Owner or Admin of this organization.',
  noticeMails: /* @__PURE__ */ Object.freeze({
    program: 'An integration',
    assigned: /* @__PURE__ */ Object.freeze({
      subject: '{{lastName}} is assigned to you',
      body: (link: string, account: string) =>
        `{{firstName}} assigned the application **{{lastName}}** at {{orgName}} to you.\n\n[Open the application](${link})\n\n[Turn these emails off](${account})`,
    }),
    assignedMany: /* @__PURE__ */ Object.freeze({
      subject: '{{lastName}} applications are assigned to you',
      body: (link: string, account: string) =>
        `{{firstName}} assigned **{{lastName}} applications** at {{orgName}} to you.\n\n[Open your applications](${link})\n\n[Turn these emails off](${account})`,
    }),
    corrected: /* @__PURE__ */ Object.freeze({
      subject: '{{lastName}}: all answers have been corrected',
      body: (link: string, account: string) =>
        `All answers that you marked in the application **{{lastName}}** at {{orgName}} have been corrected.\n\n[Read the answers](${link})\n\n[Turn these emails off](${account})`,
    }),
    mentioned: /* @__PURE__ */ Object.freeze({
      subject: '{{firstName}} mentioned you in a comment',
      body: (link: string, account: string) =>
        `{{firstName}} mentioned you in a comment on the application **{{lastName}}** at {{orgName}}.\n\n[Read the comment](${link})\n\n[Turn these emails off](${account})`,
    }),
  }),
  mentionUnknown: 'Only Owners and Admins of this organization can be mentioned. Please choose one of them.',
  planNotOffered: 'Please choose one of the available payment plans.',
  planIsFixed: 'The payment plan is now part of the contract. To change it, please reply to one of our emails.',
  alreadyTransferred: 'This application has already been transferred.',
  copyLives: (batch: string) =>
    `This application continues in ${batch}. To undo the transfer, set the application in ${batch} to CANCELLED first.`,
  requiredAnswersDone: (optionalLeft: number) => `Required answers done, ${optionalLeft} optional left`,
} as const);
