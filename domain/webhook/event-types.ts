/** What webhooks can be subscribed to: events of an application, by the names that docs/events.md describes them under. */
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

/** What is sent where nobody has chosen: the events of the scheduling service. */
export const DEFAULT_EVENT_TYPES: readonly WebhookEventType[] = ['InterviewScheduled', 'InterviewDetailsReceived'];

/** `full`: `{type, timestamp, data}`; `chat`: `{content}`, as chat services take it. */
export const WEBHOOK_FORMATS = ['full', 'chat'] as const;
