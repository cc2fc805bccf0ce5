export const feed = /* @__PURE__ */ Object.freeze({
  cursorUnknown:
    "This cursor is none of this school's event log: it is damaged, of another school, or newer than the log, for example after a restore. Use the `next` of the last answer that you have processed, leave `after` out to read from the beginning, or use `after=latest` to hear of new events only.",
  typeUnknown: 'Please name published event types, separated by commas. GET /api/webhooks/event-types lists them.',
  tooManyWaiting: (limit: number) =>
    `A school can have ${limit} calls at a time that wait for events. Please try again in a moment, or without wait.`,
});
