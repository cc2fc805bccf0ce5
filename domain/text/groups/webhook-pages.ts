export const webhookPages = /* @__PURE__ */ Object.freeze({
  disabled: 'No event reached the target for five days, so we disabled the webhook.',
  missed: (events: string) => `The webhook has missed ${events}.`,
  whatToGet: 'Which events should it get? It gets erasures in any case, because the target must delete its copy.',
  addressHelp: 'Events are sent to this address with POST.',
  chatTextHelp: (placeholders: string) =>
    `Leave it empty to send the default text of each event. Erasures are always announced in their own text. You can use ${placeholders}.`,
  allBatches: 'If you choose none, the webhook gets the events of all batches.',
  noMessages: 'Each event that the webhook sends appears here with the answer of the target. We keep it for 30 days.',
  beingSentAgain: 'We are sending it again. The answer appears here.',
  confirmSkip: 'Skip this message? The target will not get it. Later messages of the application will be sent.',
  failedHelp:
    'We send parked events again, and those waiting for their next attempt. A service can recognize events that it already has and ignore them.',
  replayHelp: 'A service can recognize events that it already has and ignore them. We send new events first.',
  replayRetries: (applications: string) =>
    `Retrying events of ${applications}. Later events of the same application wait; those of others do not.`,
  replayWaitsFor: /* @__PURE__ */ Object.freeze({
    replay: 'Waiting for the replay before it.',
    target:
      'Waiting because the target accepts no new events. The replay continues once one gets through, or once all waiting events are parked or skipped.',
  }),
  replayPausedFor: /* @__PURE__ */ Object.freeze({
    gone: 'We paused it because the target answered with status 410: it wants no more events. Check the target URL, enable the webhook, then continue.',
    disabled: 'We paused it because the webhook was disabled. Enable the webhook, then continue.',
  }),
  confirmNewSecret:
    'Create a new secret? For 24 hours both secrets sign each event, so that you can switch your service to the new one. You can end the old one earlier.',
  confirmEndSecret:
    'End the old secret now? Only the new secret will sign events, so a service without it will refuse them.',
  secretShownOnce: 'Copy the secret now. We show it only once.',
  empty: 'A webhook sends events, such as a scheduled interview, to another service.',
} as const);
