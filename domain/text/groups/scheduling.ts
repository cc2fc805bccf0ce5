export const scheduling = /* @__PURE__ */ Object.freeze({
  eventUriInvalid: 'This is not the address of a scheduled event.',
  tokenMissing: 'Please save an access token for Calendly first.',
  tokenRefused: 'Calendly refuses this access token.',
  unavailable: 'Calendly cannot be reached right now. Please try again in a moment.',
  testDone: (name: string) =>
    name === '' ? 'Calendly accepts the access token.' : `Calendly accepts the access token of ${name}.`,
} as const);
