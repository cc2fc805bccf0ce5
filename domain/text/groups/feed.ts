export const feed = /* @__PURE__ */ Object.freeze({
  cursorUnknown:
    "This cursor does not belong to this school's event log: it is damaged, from another school, or newer than the log, for example after a restore. Use the `next` of the last answer that you have processed, leave `after` out to read from the beginning, or use `after=latest` to get new events only.",
  typeUnknown: 'Please give published event types, separated by commas. GET /api/webhooks/event-types lists them.',
  limitInvalid: (most: number) => `Please give a number from 1 to ${most.toLocaleString('en')}.`,
  waitInvalid: (most: number) => `Please give a number of seconds from 0 to ${most}.`,
  tooManyWaiting: /* @__PURE__ */ Object.freeze({
    organization: (limit: number) =>
      `A school can have ${limit} calls waiting for events at a time. Please try again in a moment, or without wait.`,
    account: (limit: number) =>
      `A member can have ${limit} calls waiting for events at a time. Please try again in a moment, or without wait.`,
    token: (limit: number) =>
      `An API token can have ${limit} calls waiting for events at a time. Please try again in a moment, or without wait.`,
  }),
});
