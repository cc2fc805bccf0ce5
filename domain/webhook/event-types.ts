/** Events that webhooks can subscribe to; docs/events.md describes them. */
export const WEBHOOK_EVENT_TYPES = [
  'ApplicationSubmitted',
  'DetailsSaved',
  'StatusChanged',
  'UserLinked',
  'AdminAssigned',
  'PaymentPlanChosen',
  'ApplicationTransferred',
  'ApplicationCopied',
  'InterviewScheduled',
  'InterviewDetailsReceived',
  'SolutionStarted',
  'SolutionSubmitted',
] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number];

export const DEFAULT_EVENT_TYPES: readonly WebhookEventType[] = ['InterviewScheduled', 'InterviewDetailsReceived'];

/** `full`: `{type, timestamp, data}`; `chat`: `{content}` for chat services. */
export const WEBHOOK_FORMATS = ['full', 'chat'] as const;
