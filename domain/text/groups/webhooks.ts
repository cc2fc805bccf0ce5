export const webhooks = /* @__PURE__ */ Object.freeze({
  confirmDelete: 'Are you sure you want to delete this webhook?',
  saveFirst: 'Save your webhook then return here to test it out.',
  testDone: (response: string) => `Done: ${response}`,
  information: 'Currently only scheduling-service events are sent, unless you choose others.',
  chatExample: 'A chat service expects its message in a content field, for example:',
  testContent: (organization: string) => `Test event: the webhooks of ${organization} arrive here.`,
  targetInvalid: 'Please enter an address that starts with https:// or http://, without a name and password in it.',
  eventTypeUnknown: 'Please choose among the event types on offer.',
  deleted: 'The webhook has been deleted.',
  failures: /* @__PURE__ */ Object.freeze({
    'invalid-address': 'The target URL is not a valid address.',
    'private-address': 'The target URL is in a private network, which webhooks cannot call.',
    'unknown-host': 'The host of the target URL cannot be found.',
    unreachable: 'The target URL cannot be reached.',
    'untrusted-certificate': 'The certificate of the target URL cannot be trusted.',
    'time-out': 'The target URL has not answered in time.',
  }),
} as const);
