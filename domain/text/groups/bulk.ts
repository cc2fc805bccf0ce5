export const bulk = /* @__PURE__ */ Object.freeze({
  noneChosen: 'Please choose at least one application.',
  tooMany: 'Please choose at most 5,000 applications at once.',
  actionUnknown: 'Please choose a status, an assignee or an email template.',
  transferOneByOne: 'Please transfer applications one by one, because you choose a program for each of them.',
  isTransferred: 'It has been transferred to another program.',
  changedSince: 'It has changed since then.',
  emailSent: 'The email has already been sent.',
  failed: 'Something went wrong with this application. Please try it separately.',
  noRows: 'Please send at least one row.',
  tooManyRows: 'Please send at most 50 rows at once.',
  importUndone: 'This import has been undone. Please start a new one.',
  importTooLarge: 'One import adds at most 5,000 applicants. Please start another one for the remaining rows.',
  alreadyApplied: 'This email already has an application to this program.',
  emailTwice: 'An earlier row has the same email.',
  rowTwice: 'Two rows have the same row number. Please give each row its own number.',
  applicantActed: 'The applicant has used it since then.',
  /** `restored`: applications whose status had changed. */
  onlyStatusesRestored: (emails: number, restored: number) =>
    `${emails === 1 ? 'One email has' : `${emails} emails have`} already been sent${restored > 0 ? ': only statuses were restored.' : ' and cannot be cancelled.'}`,
} as const);
