/** Refusals that name the exceeded limit. */
export const quotas = /* @__PURE__ */ Object.freeze({
  preferences: (limit: string) => `Your preferences may take up ${limit} in all. Please reset some of them first.`,
  draft: (limit: string) => `A draft may take up ${limit}. Please shorten your answers or submit the form.`,
  drafts: (limit: string) => `Your drafts may take up ${limit} in all. Please submit or discard one of them first.`,
  draftCount: (limit: number) =>
    `Your account can hold ${limit} drafts. Please submit or discard one of the others first.`,
  uploadsToday: (limit: string) => `You can upload ${limit} a day. Please try again tomorrow.`,
  uploadsOfNetwork: (limit: string) =>
    `${limit} a day can be uploaded from your network without an account. Please log in, or try again tomorrow.`,
  uploads: (limit: string) => `Your files may take up ${limit} in all. Please delete files that you no longer need.`,
  filesOfApplication: (limit: string) =>
    `The files of one application may take up ${limit} in all. Please replace a file or upload a smaller one.`,
  answers: (limit: string) => `The answers of one application may take up ${limit} in all. Please shorten them.`,
  comments: (limit: number) =>
    `An application holds at most ${limit.toLocaleString('en')} comments. Please delete one first.`,
  commentsText: (limit: string) =>
    `The comments on one application may take up ${limit} in all. Please shorten this one or delete another.`,
  retakes: (limit: number) =>
    `You can retake an assessment ${limit.toLocaleString('en')} times. That limit is reached.`,
  solutions: (limit: string) =>
    `The solutions of one application may take up ${limit} in all. Please shorten the answers.`,
  activity: (limit: number) =>
    `An application records at most ${limit.toLocaleString('en')} activities. That limit is reached.`,
  emails: (limit: number) =>
    `At most ${limit.toLocaleString('en')} emails can be sent to one application. That limit is reached.`,
  writtenEmails: (limit: string) =>
    `The emails written to one application can have ${limit} in all. That limit is reached; please send a template.`,
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
    `You can make ${limit.toLocaleString('en')} changes to one document in all. That limit is reached.`,
  bulkToday: (limit: number) =>
    `You can start ${limit.toLocaleString('en')} bulk changes a day. Please try again tomorrow.`,
  requestKeys: (limit: number) =>
    `You can send ${limit.toLocaleString('en')} requests with an Idempotency-Key a day. Please try again tomorrow.`,
  documents: (limit: number) =>
    `A school holds at most ${limit.toLocaleString('en')} documents of one kind, deleted ones included, since they can be restored.`,
  members: (limit: number) => `A school has at most ${limit.toLocaleString('en')} members. Please remove one first.`,
  invitations: (limit: number) =>
    `A school has at most ${limit.toLocaleString('en')} invitations at a time. Please revoke one first.`,
});
