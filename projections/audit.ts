import type { AnyEvent, Recorded } from '../domain/event-sourcing/event.ts';
import { categoryOf } from '../domain/event-sourcing/streams.ts';
import { EVENT_DEFINITIONS } from '../domain/events.ts';
import { type Fold, projection } from './engine/projection.ts';

/** References to an organization's events, without personal data; details are read from the streams on demand. */
export interface AuditDocument {
  /** Organization, time and position, inverted: `_id` order is newest first. */
  readonly _id: string;
  readonly _pos?: bigint;
  readonly organizationId: string;
  readonly eventId: string;
  readonly at: string;
  readonly type: string;
  readonly stream: string;
  readonly byActor: string | null;
  readonly byType: string;
}

/** Accounts belong to no organization; activity and registry events are not decisions of staff. */
const LEFT_OUT: ReadonlySet<string> = new Set(['user', 'registry', 'activity']);
const NOISE: ReadonlySet<string> = new Set([
  'ActivityRecorded',
  'AnswersSaved',
  'PlaceClaimed',
  'NameTaken',
  'NameReleased',
  'BulkChangeProgressed',
  'BulkUndoProgressed',
]);

const LAST_MS = 9_999_999_999_999;
const LAST_POSITION = 9_223_372_036_854_775_807n;

const turned = (at: number): string => String(LAST_MS - at).padStart(13, '0');

export const auditPrefix = (organizationId: string): string => `${organizationId}:`;
/** The id before all entries at or before this instant. */
export const auditStart = (organizationId: string, until: string | null): string =>
  until === null ? auditPrefix(organizationId) : `${auditPrefix(organizationId)}${turned(Date.parse(until))}`;
/** `at` is in milliseconds since the epoch. */
export function auditId({
  organizationId,
  at,
  position,
}: {
  organizationId: string;
  at: number;
  position: bigint;
}): string {
  const place = String(LAST_POSITION - position).padStart(19, '0');
  return `${auditPrefix(organizationId)}${turned(at)}:${place}`;
}
export const auditKey = (organizationId: string, value: string): string => `${organizationId} ${value}`;

const isTold = ({ stream, metadata }: Recorded<AnyEvent>): boolean =>
  metadata.organizationId !== null && !LEFT_OUT.has(categoryOf(stream));

const fold: Fold<AuditDocument, AnyEvent> = (document, event) => {
  const { organizationId } = event.metadata;
  if (organizationId === null || !isTold(event)) return document;
  const { id: actorId } = event.actor;
  return {
    _id: idOf(event),
    organizationId,
    eventId: event.id,
    at: event.at,
    type: event.type,
    stream: event.stream,
    byActor: actorId === undefined ? null : auditKey(organizationId, actorId),
    byType: auditKey(organizationId, event.type),
  };
};

const idOf = ({ at, position, metadata: { organizationId } }: Recorded<AnyEvent>): string =>
  auditId({ organizationId: organizationId ?? '', at: Date.parse(at), position });

/** A new type needs a new version: during a rolling upgrade, an older leader skips its events. */
export const audit = projection<AuditDocument, AnyEvent>({
  name: 'audit',
  version: 6,
  digest: '5b74b7a2d8b7f641',
  indexes: ['stream', 'byActor', 'byType'],
  id: idOf,
  streams: () => [],
  on: Object.fromEntries(EVENT_DEFINITIONS.flatMap(({ type }) => (NOISE.has(type) ? [] : [[type, fold]]))),
});
