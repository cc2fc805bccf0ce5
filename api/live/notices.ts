import type { ActorReference } from '../../domain/access/actor.ts';
import type { Capability } from '../../domain/access/policy.ts';
import { audienceOn, capabilityOf, type LiveKind } from '../../domain/event-sourcing/audience.ts';
import { categoryOf, idOf } from '../../domain/event-sourcing/streams.ts';
import { definitionOf } from '../../domain/events.ts';
import type { RecordedEvent } from '../../projections/engine/event-source.ts';

/** An event changed a document; `capability` is needed in its organization to receive it. */
export interface Notice {
  readonly kind: LiveKind;
  readonly id: string;
  /** Null for an account's own documents, which only its owner receives. */
  readonly capability: Capability | null;
  readonly organizationId: string | null;
  readonly applicationId: string | null;
  /** The changed answers, if the event changed only answers: they decide who may know. */
  readonly fields: readonly string[] | null;
  /** The account that loses access by this event, so that its pages drop the document. */
  readonly lostBy: string | null;
  readonly version: number;
  readonly actor: ActorReference;
}

const OF_APPLICATIONS = new Set(['application', 'solution', 'paymentAccount', 'activity']);

/** An event has no notice, one, or two for memberships. */
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
