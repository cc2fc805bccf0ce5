import { categoryOf, idOf } from '../event-sourcing/streams.ts';
import { ERASURE_TYPE, type PublicEventType, WEBHOOK_EVENT_TYPES } from './event-types.ts';

const WEBHOOK_TYPES: ReadonlySet<string> = new Set(WEBHOOK_EVENT_TYPES);
const CATEGORIES: ReadonlySet<string> = new Set(['application', 'solution']);

/** The recorded types of the published events. */
export const RECORDED_PUBLIC_TYPES = [...WEBHOOK_EVENT_TYPES, 'PersonalDataErased'] as const;

/** The published type of an event; null if it is not published. */
export function publicTypeOf({
  type,
  stream,
}: {
  readonly type: string;
  readonly stream: string;
}): PublicEventType | null {
  const category = categoryOf(stream);
  if (!CATEGORIES.has(category)) return null;
  if (type === 'PersonalDataErased') return category === 'application' ? ERASURE_TYPE : null;
  return WEBHOOK_TYPES.has(type) ? (type as PublicEventType) : null;
}

/**
 * The organization that publishes an event, as far as its metadata says: an erasure may be recorded for another one than
 * the application's.
 */
export const namedPublisherOf = (event: {
  readonly type: string;
  readonly metadata: { readonly organizationId: string | null };
}): string | null => (event.type === 'PersonalDataErased' ? null : event.metadata.organizationId);

/** The streams whose events are published for an application. */
export const publicStreamsOf = (applicationId: string): readonly [string, string] => [
  `application-${applicationId}`,
  `solution-${applicationId}`,
];

export const applicationOf = ({ stream }: { readonly stream: string }): string => idOf(stream);
