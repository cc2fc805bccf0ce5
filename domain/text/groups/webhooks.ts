export const webhooks = /* @__PURE__ */ Object.freeze({
  confirmDelete: 'Are you sure you want to delete this webhook?',
  saveFirst: 'Save your webhook then return here to test it out.',
  testDone: (response: string) => `Done: ${response}`,
  information: 'Currently only scheduling-service events are sent, unless you choose others.',
  chatExample: (member: string) => `A chat service expects its message in a ${member} field, for example:`,
  testContent: (organization: string) => `Test event: the webhooks of ${organization} arrive here.`,
  targetInvalid:
    'Please enter an address that starts with https:// or http://, without a user name or password. Letters such as ä must be encoded: copy the address from a browser.',
  eventTypeUnknown: (type: string) =>
    `The event type ${type} cannot be chosen. Please choose from the available event types.`,
  eventTypeAlwaysSent: (type: string) => `Every webhook gets ${type}. Please leave it out of the chosen event types.`,
  testEvent: 'Staff press *Send test event* in the editor of a webhook.',
  tooManyBatches: (most: number) => `Choose at most ${most} batches, or none for all of them.`,
  batchMissing: (id: string) => `The batch ${id} does not exist.`,
  deleted: 'The webhook has been deleted.',
  certificateExpired: (day: string) => `The certificate of the target expired on ${day}. Renew it.`,
  answeredWith: (status: number) => `The target answered with status ${status}.`,
  clockDiffers: (minutes: string) =>
    `Its clock differs from ours by ${minutes}, so it may reject the events as too old.`,
  statuses: /* @__PURE__ */ Object.freeze({
    400: 'It did not understand the event. Compare what it expects with the published schema.',
    401: 'It did not accept the signature or other credentials.',
    403: 'It does not allow the call. Check its rules and its firewall.',
    404: 'It has nothing at this path. Check the target URL.',
    405: 'It does not accept POST at this path. Check the target URL.',
    413: 'The event is too large for it. Allow bodies of 20 kB.',
    429: 'It gets too many events at once. We send the next ones later.',
    server: 'The error is on its side. See its log for the reason.',
    other: 'Its answer may say why.',
  }),
  /** `{{firstName}}` is the name of the webhook, so that no name becomes a link. */
  mails: /* @__PURE__ */ Object.freeze({
    failing: (day: string, link: string) => ({
      subject: 'The webhook {{firstName}} of {{orgName}} is failing',
      body: `For four days no event has reached the target of the webhook **{{firstName}}**. Unless one gets through, we will disable the webhook on ${day}. No event is lost.\n\n[See what went wrong](${link})`,
    }),
    disabled: (day: string, link: string) => ({
      subject: 'The webhook {{firstName}} of {{orgName}} is disabled',
      body: `Since ${day} no event has reached the target of the webhook **{{firstName}}**, so we disabled it. No event is lost: when you enable it, you choose whether it gets everything that it missed.\n\n[See what went wrong](${link})`,
    }),
    gone: (link: string) => ({
      subject: 'The webhook {{firstName}} of {{orgName}} is disabled',
      body: `The target of the webhook **{{firstName}}** answered with status 410: it wants no more events. We disabled the webhook. No event is lost: when you enable it, you choose whether it gets everything that it missed.\n\n[See the answer](${link})`,
    }),
  }),
  messageUnknown: 'There is no such message.',
  notWaiting: 'This message is no longer waiting.',
  tooManyJobs: /* @__PURE__ */ Object.freeze({
    replay: (most: number) => `A webhook has at most ${most} replays at once. Wait for one to end, or cancel one.`,
    redeliver: (most: number) =>
      `At most ${most} messages of a webhook can wait to be sent again. Wait until one has been sent.`,
    skip: (most: number) =>
      `At most ${most} messages of a webhook can wait to be skipped. Wait until one has been skipped.`,
  }),
  tooManyJobsOfSchool: (most: number) =>
    `The webhooks of your school have ${most} requests of this kind open. Wait for one to end, or cancel one.`,
  replayHolds: (most: number) =>
    `We are retrying events of ${most} applications, and send no others until one of these gets through. If the target will never accept them, skip them or cancel the replay.`,
  tooManyWait: (most: number) =>
    `More than ${most.toLocaleString('en')} messages are being retried or are waiting behind one that is. We send no further events until some of them arrive, are parked or are skipped.`,
  replayUnknown: 'There is no such replay.',
  replayEnded: (isCancelled: boolean) =>
    `This replay ${isCancelled ? 'was cancelled' : 'is done'}, so it cannot change. Send the events again with a new one.`,
  alreadyEnabled: /* @__PURE__ */ Object.freeze({
    send: 'The webhook is already enabled and sends what it has missed. To stop that, pause it and enable it for new events only, or skip messages in its log.',
    skip: 'The webhook is already enabled, for new events only. To send what it has missed, send past events again.',
  }),
  replayEmpty: 'There are no events in this range.',
  replayNoneFailed: 'No event in this range has failed.',
  replayDisabled: 'The webhook is disabled, so it sends no past events. Enable it first.',
  rangeInvalid: 'The end must not be before the start.',
  failures: /* @__PURE__ */ Object.freeze({
    'invalid-address': 'The target URL is not a valid address. Correct it.',
    blocked:
      'The target URL leads to a private network, which webhooks cannot call. Use a public address, or ask the operator of this installation to allow it.',
    dns: 'The host of the target URL was not found. Check its spelling and its DNS records.',
    refused: 'The target refused the connection. Check that its server is running and that the port is right.',
    connection: 'The connection to the target was lost. Check its server, its firewall and its proxy.',
    'tls-expired': 'The certificate of the target has expired. Renew it.',
    'tls-name': 'The certificate of the target is for another host. Install one for the host of the target URL.',
    'tls-chain':
      'The certificate of the target is not trusted. Install one of a public issuer, with all intermediate certificates.',
    timeout: 'The target did not answer within 10 seconds. Let it answer first and process the event afterwards.',
    redirect: 'The target redirects to another address, which webhooks do not follow. Enter that address instead.',
    gone: 'The target answered with status 410: it wants no more events.',
    status: 'The target refused the event. Its answer says why.',
    'too-large': 'The headers of the answer are larger than 16 kB. Let the target send fewer headers.',
    unsigned:
      'The secret of this webhook is lost, so nothing is sent. Rotate the secret, and give the new one to the target.',
  }),
} as const);
