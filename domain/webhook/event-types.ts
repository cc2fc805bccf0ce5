/** Events that webhooks can subscribe to, grouped in published order, with the sentence that staff read. */
export const WEBHOOK_EVENT_GROUPS = {
  Applications: {
    ApplicationSubmitted: 'Someone submits an application.',
    DetailsSaved: 'Answers in an application are saved.',
    EmailCorrected: 'The email address of an application is corrected.',
    StatusChanged: 'The status of an application changes.',
    UserLinked: 'An application is added to an account.',
    AdminAssigned: 'An application is assigned to a member of staff, or unassigned.',
    PaymentPlanChosen: 'An applicant chooses a payment plan, or staff choose it for them.',
    ApplicationTransferred: 'An application is transferred to another program.',
    ApplicationCopied: 'A transfer creates the application in its new program.',
  },
  Interviews: {
    InterviewScheduled: 'An applicant schedules an interview.',
    InterviewDetailsReceived: 'Calendly reports the time of an interview and the link to join.',
  },
  Assessments: {
    SolutionStarted: 'An applicant starts an assessment.',
    SolutionSubmitted: 'An applicant submits an assessment, or its time is up.',
  },
} as const;

type Keys<Group> = Group extends unknown ? keyof Group : never;
export type WebhookEventType = Keys<(typeof WEBHOOK_EVENT_GROUPS)[keyof typeof WEBHOOK_EVENT_GROUPS]>;
export const WEBHOOK_EVENT_TYPES = Object.values(WEBHOOK_EVENT_GROUPS).flatMap(
  (group) => Object.keys(group) as WebhookEventType[],
);

export const DEFAULT_EVENT_TYPES: readonly WebhookEventType[] = ['InterviewScheduled', 'InterviewDetailsReceived'];

/** Goes to every webhook and every reader of the feed, whatever they subscribe to, so that copies can be erased. */
export const ERASURE_TYPE = 'applicant.erased';
export const ERASURE_SENTENCE =
  "An applicant's personal data is erased. Delete everything you hold about the application.";

export type PublicEventType = WebhookEventType | typeof ERASURE_TYPE;
export const PUBLIC_EVENT_TYPES: readonly [PublicEventType, ...PublicEventType[]] = [
  ERASURE_TYPE,
  ...WEBHOOK_EVENT_TYPES,
];

/** Of *Send test event* alone. */
export const TEST_TYPE = 'webhook.test';

/** `full`: `{type, timestamp, data}`; `chat`: `{content}` for chat services. */
export const WEBHOOK_FORMATS = ['full', 'chat'] as const;

/** `content`: Discord and services like it. `text`: Slack and services like it. */
export const CHAT_FORMS = ['content', 'text'] as const;
export type ChatForm = (typeof CHAT_FORMS)[number];
