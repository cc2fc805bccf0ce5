const AND = new Intl.ListFormat('en');

export const myApplication = /* @__PURE__ */ Object.freeze({
  appliedWithoutAccount: 'Applied without an account?',
  sessionEnded: 'Your session has ended. What you typed is saved on this device. Log in to continue.',
  noAssessments: 'There are no assessments here right now.',
  interviewBooked: 'The interview is booked. Calendly confirms the time by email, and we’ll show it here.',
  bookingClosed: 'You can no longer book an interview here.',
  notBooked: 'No interview has been booked.',
  bookingOnItsWay: 'Calendly has your booking, but we have not received it yet.',
  readOnly: 'You can read this application, but only the applicant and admins can change it.',
  closed: 'This application is closed, so its steps are locked.',
  started: 'This program has started, so applications can no longer be changed.',
  planCanChange: 'You can choose another plan until we receive your contract.',
  planShownAtOnce: 'The applicant will see it immediately.',
  planIsFixed: 'The plan is now part of the contract, and its payments are due.',
  noPlan: 'No payment plan has been chosen.',
  noPlanOffered: 'No payment plan is available right now. We will email you when there is one.',
  correctionsSent: 'Sent. We will check your answers.',
  correctThese: (answers: string) => `Please correct ${answers}, then send your corrections.`,
  correctedThese: (answers: readonly string[]) =>
    `You corrected ${AND.format(answers.map((answer) => `“${answer}”`))}. If anything else is wrong, correct it here and send it.`,
  answeredFor: (program: string) => `Your answers for ${program}`,
  correctHere: 'Correct your answers here, then send them.',
} as const);
