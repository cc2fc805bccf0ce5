/** Refusals that name the exceeded limit. */
export const quotas = /* @__PURE__ */ Object.freeze({
  preferences: (limit: string) =>
    `Your preferences can take up at most ${limit} in total. Please reset some of them first.`,
  draft: (limit: string) => `A draft can take up at most ${limit}. Please shorten your answers or submit the form.`,
  drafts: (limit: string) =>
    `Your drafts can take up at most ${limit} in total. Please submit or discard one of them first.`,
  draftCount: (limit: number) =>
    `Your account can hold ${limit} drafts. Please submit or discard one of the others first.`,
  uploadsToday: (limit: string) => `You can upload ${limit} a day. Please try again tomorrow.`,
  uploadsOfNetwork: (limit: string) =>
    `Visitors without an account can upload ${limit} a day from your network. Please log in, or try again tomorrow.`,
  uploads: (limit: string) =>
    `Your files can take up at most ${limit} in total. Please delete files that you no longer need.`,
  filesOfApplication: (limit: string) =>
    `The files of one application can take up at most ${limit} in total. Please replace a file or upload a smaller one.`,
  answers: (limit: string) =>
    `The answers of one application can take up at most ${limit} in total. Please shorten them.`,
  comments: (limit: number) =>
    `An application can have at most ${limit.toLocaleString('en')} comments. Please delete one first.`,
  commentsText: (limit: string) =>
    `The comments on one application can take up at most ${limit} in total. Please shorten this one or delete another.`,
  retakes: (limit: number) =>
    `You can retake an assessment ${limit.toLocaleString('en')} times. That limit has been reached.`,
  solutions: (limit: string) =>
    `The solutions of one application can take up at most ${limit} in total. Please shorten the answers.`,
  activity: (limit: number) =>
    `An application can record at most ${limit.toLocaleString('en')} activities. That limit has been reached.`,
  emails: (limit: number) =>
    `At most ${limit.toLocaleString('en')} emails can be sent to one application. That limit has been reached.`,
  writtenEmails: (limit: string) =>
    `The emails written to one application can take up at most ${limit} in total. That limit has been reached, so please send a template.`,
  emailAgain: (limit: number) =>
    `An email can be sent again ${limit.toLocaleString('en')} times a day. Please try again tomorrow.`,
  emailsAgain: (limit: number) =>
    `A school can send ${limit.toLocaleString('en')} emails again a day. Please try again tomorrow.`,
  testEmails: (limit: number) =>
    `A school can send ${limit.toLocaleString('en')} test emails a day. Please try again tomorrow.`,
  testWebhooks: (limit: number) =>
    `A school can send ${limit.toLocaleString('en')} test events to webhooks a day. Please try again tomorrow.`,
  testCalendly: (limit: number) =>
    `A school can test its Calendly token ${limit.toLocaleString('en')} times a day. Please try again tomorrow.`,
  interviews: (limit: number) =>
    `An interview can be scheduled ${limit.toLocaleString('en')} times a day. Please try again tomorrow.`,
  changesToday: (limit: number) =>
    `You can make ${limit.toLocaleString('en')} changes a day to one document. Please try again tomorrow.`,
  changes: (limit: number) =>
    `You can make ${limit.toLocaleString('en')} changes to one document in total. That limit has been reached.`,
  bulkToday: (limit: number) =>
    `You can start ${limit.toLocaleString('en')} bulk changes a day. Please try again tomorrow.`,
  verifications: (limit: number) =>
    `We send this email at most ${limit} times a day. Please use the newest one, or try again tomorrow.`,
  requestKeys: (limit: number) =>
    `You can send ${limit.toLocaleString('en')} requests with an Idempotency-Key a day. Please try again tomorrow.`,
  documents: (limit: number) =>
    `A school can have at most ${limit.toLocaleString('en')} documents of one kind, deleted ones included, since they can be restored.`,
  members: (limit: number) => `A school has at most ${limit.toLocaleString('en')} members. Please remove one first.`,
  invitations: (limit: number) =>
    `A school has at most ${limit.toLocaleString('en')} invitations at a time. Please revoke one first.`,
});
