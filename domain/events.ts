import { ACTIVITY_EVENTS } from './activity/events.ts';
import { API_TOKEN_EVENTS } from './api-token/events.ts';
import { APPLICATION_EVENTS } from './application/events.ts';
import { ASSESSMENT_EVENTS } from './assessment/events.ts';
import { BATCH_EVENTS } from './batch/events.ts';
import { BULK_EVENTS } from './bulk/events.ts';
import { CALENDAR_FEED_EVENTS } from './calendar-feed/events.ts';
import { DATA_EXPORT_EVENTS } from './data-export/events.ts';
import { EMAIL_EVENTS } from './email/events.ts';
import { EMAIL_TEMPLATE_EVENTS } from './email-template/events.ts';
import type { EventDefinition, EventOf } from './event-sourcing/event.ts';
import { FILE_EVENTS } from './file/events.ts';
import { ORGANIZATION_EVENTS } from './organization/events.ts';
import { PAYMENT_ACCOUNT_EVENTS } from './payment-account/events.ts';
import { PAYMENT_MODEL_EVENTS } from './payment-model/events.ts';
import { PROCESS_EVENTS } from './process/events.ts';
import { READ_MODEL_EVENTS } from './read-model/events.ts';
import { REGISTRY_EVENTS } from './registry/events.ts';
import { REPORT_EVENTS } from './saved-report/events.ts';
import { SOLUTION_EVENTS } from './solution/events.ts';
import { USER_EVENTS } from './user/events.ts';
import { WEBHOOK_EVENTS } from './webhook/events.ts';

const ALL = [
  ...ORGANIZATION_EVENTS,
  ...USER_EVENTS,
  ...BATCH_EVENTS,
  ...APPLICATION_EVENTS,
  ...PROCESS_EVENTS,
  ...ASSESSMENT_EVENTS,
  ...SOLUTION_EVENTS,
  ...PAYMENT_MODEL_EVENTS,
  ...PAYMENT_ACCOUNT_EVENTS,
  ...ACTIVITY_EVENTS,
  ...REGISTRY_EVENTS,
  ...READ_MODEL_EVENTS,
  ...WEBHOOK_EVENTS,
  ...API_TOKEN_EVENTS,
  ...CALENDAR_FEED_EVENTS,
  ...REPORT_EVENTS,
  ...EMAIL_EVENTS,
  ...FILE_EVENTS,
  ...EMAIL_TEMPLATE_EVENTS,
  ...BULK_EVENTS,
  ...DATA_EXPORT_EVENTS,
] as const;

/** Each once: some events occur in streams of several aggregates. */
export const EVENT_DEFINITIONS: readonly EventDefinition[] = [...new Set<EventDefinition>(ALL)];

const BY_TYPE: ReadonlyMap<string, EventDefinition> = new Map(
  EVENT_DEFINITIONS.map((definition) => [definition.type, definition]),
);

export const definitionOf = (type: string): EventDefinition | undefined => BY_TYPE.get(type);

/** Any event as it is recorded, without its circumstances. */
export type DomainEvent = EventOf<(typeof ALL)[number]>;
