/** What the server answers to any call, before and after its route. */
export const http = /* @__PURE__ */ Object.freeze({
  outage: 'This cannot be done right now. Nothing was lost; please try again in a moment.',
  starting: 'Intake is starting. Please try again in a moment.',
  failed: 'Something went wrong on our side. Please try again.',
  ofOtherSite: 'This request came from another site, so we refused it.',
  unchangeable: 'Nothing can be changed right now, because stored data is damaged. Please try again later.',
  unreadable: 'This cannot be shown right now, because stored data is damaged. Please try again later.',
  bodyTooLarge: (limit: string) => `The request is larger than ${limit}.`,
  tooManyValues: (limit: number) =>
    `The request has too many values. It can have at most ${limit.toLocaleString('en')}.`,
  notJson: 'The request is not valid JSON.',
  tooDeep: 'The request is nested too deeply.',
  jsonExpected: 'Please send JSON with the content type application/json.',
  encoded: 'Please send the body without a content encoding.',
} as const);
