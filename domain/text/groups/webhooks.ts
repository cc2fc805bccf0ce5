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
    'invalid-address': 'The target URL is not a valid address. Correct it.',
    blocked:
      'The target URL leads into a private network, which webhooks cannot call. Use a public address, or ask the operator of this installation to allow it.',
    dns: 'The host of the target URL was not found. Check its spelling and its DNS records.',
    refused: 'The target refused the connection. Check that its server is running and that the port is right.',
    connection: 'The connection to the target broke. Check its server, its firewall and its proxy.',
    'tls-expired': 'The certificate of the target has expired. Renew it.',
    'tls-name': 'The certificate of the target is for another host. Install one for the host of the target URL.',
    'tls-chain':
      'The certificate of the target is not trusted. Install one of a public issuer, with all intermediate certificates.',
    timeout: 'The target has not answered within 10 seconds. Let it answer first and do its work afterwards.',
    'too-large': 'The headers of the answer are larger than 16 kB. Let the target answer with fewer headers.',
  }),
} as const);
