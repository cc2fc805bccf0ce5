export const enroll = /* @__PURE__ */ Object.freeze({
  pageTitle: (organization: string) => `Apply to join ${organization}`,
  noOpenBatches: 'Sorry, this school is not currently accepting applications for any of our programs.',
  viewMyApplication: 'View My Enrollment Application',
  thankYou: 'Thank you for providing your information!',
  notAccepting: 'This program is not accepting applications.',
  duplicate: "You've already applied to this batch with this email address. Please LOGIN to view your enrollment.",
  duplicateMark: "You've already applied to this batch with this email address",
  duplicateOf: (batch: string) => `You've already applied to ${batch}. Please log in to view your application.`,
  noAccountYet: 'No account yet? Create one with this email address and confirm it to see your application.',
  confirmToView: 'Confirm your email address to view the application',
  accountOfEmail: 'Only the account with the email address that you applied with can open this application.',
  emailOfAnother: (email: string) =>
    `You are logged in as ${email}. Please apply with this email address, or log out to apply with another one.`,
  submitFailed: (message: string) => `Failed to submit: ${message}`,
  embeddingRefused: 'This program cannot be embedded',
} as const);
