import type { ActorReference } from '../../domain/access/actor.ts';
import type { Capability } from '../../domain/access/policy.ts';
import { audienceOn, capabilityOf, type LiveKind } from '../../domain/event-sourcing/audience.ts';
import { categoryOf, idOf } from '../../domain/event-sourcing/streams.ts';
import { definitionOf } from '../../domain/events.ts';
import type { RecordedEvent } from '../../projections/engine/event-source.ts';

/** That an event changed a document, and what one must be allowed to do in its organization to hear of it. */
export interface Notice {
  readonly kind: LiveKind;
  readonly id: string;
  /** Null for an account's own affairs, which are told to nobody else. */
  readonly capability: Capability | null;
  /** Null where the application's document tells. */
  readonly organizationId: string | null;
  readonly applicationId: string | null;
  /** Names of the answers that were changed, where these alone say who may know of it. */
  readonly fields: readonly string[] | null;
  /** The account that loses the document by this event, so that its pages stop showing the document. */
  readonly lostBy: string | null;
  readonly version: number;
  readonly actor: ActorReference;
}

const OF_APPLICATIONS = new Set(['application', 'solution', 'paymentAccount', 'activity']);

/** What an event means to whoever has documents before them: nothing, one thing, or, for memberships, two. */
export function noticesOf({ stream, type, data, revision, actor, metadata }: RecordedEvent): readonly Notice[] {
  const category = categoryOf(stream);
  const audience = audienceOn(category, definitionOf(type)?.audience ?? null);
  if (!audience) return [];
  const id = idOf(stream);
  const notice: Notice = {
    kind: audience.document,
    id,
    capability: capabilityOf(audience),
    organizationId: category === 'organization' ? id : metadata.organizationId,
    applicationId: OF_APPLICATIONS.has(category) ? id : null,
    fields: type === 'DetailsSaved' ? (data as { fields: readonly string[] }).fields : null,
    lostBy: type === 'UserLinked' ? ((data as { from?: string }).from ?? null) : null,
    version: revision,
    actor,
  };
  const { userId } = data as { userId?: unknown };
  if (audience.document !== 'members' || typeof userId !== 'string') return [notice];
  return [notice, { ...notice, kind: 'account', id: userId, capability: null }];
}
