import type { ActorReference } from '../domain/access/actor.ts';
import { bulkOf } from '../domain/bulk/bulk-of.ts';
import type { AnyEvent, Recorded } from '../domain/event-sourcing/event.ts';
import { categoryOf } from '../domain/event-sourcing/streams.ts';
import { EVENT_DEFINITIONS } from '../domain/events.ts';
import { cutText } from '../domain/text/cut-text.ts';
import { transliterated } from '../domain/text/transliterated.ts';
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
  readonly byActor: string;
  readonly byType: string;
  readonly byKind: string;
  /** The organization, except for the parts of a bulk change, which only its own row opens. */
  readonly top: string | null;
  /** The bulk change that it is a part of. */
  readonly within: string | null;
  /** What a search finds it by, in lower case without accents: its type and its public values. */
  readonly text: string;
}

/** Accounts belong to no organization; activity and registry events are not decisions of staff. */
const LEFT_OUT: ReadonlySet<string> = new Set(['user', 'registry', 'activity']);
/** Of streams that have entries. */
export const AUDITED_CATEGORIES = [
  'apiToken',
  'application',
  'assessment',
  'batch',
  'bulk',
  'calendarFeed',
  'emailTemplate',
  'export',
  'file',
  'organization',
  'paymentAccount',
  'paymentModel',
  'process',
  'report',
  'solution',
  'webhook',
] as const;
export const auditedStreams = (documentId: string): readonly string[] =>
  AUDITED_CATEGORIES.map((category) => `${category}-${documentId}`);

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

/** Times before 1970 count as its beginning: with one digit more they would be the newest. */
const turned = (at: number): string => String(LAST_MS - Math.max(0, at)).padStart(13, '0');

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

const TEXT_LENGTH = 300;
const MOST_VALUES = 100;
const UUID = /^[\da-f]{8}-[\da-f]{4}-/;

/** "status changed new contract sent": the words of a type and the values that are not ids. */
function textOf({ type, data }: AnyEvent): string {
  const values = [type.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')];
  const waiting: unknown[] = [data];
  for (let read = 0; waiting.length > 0 && read < MOST_VALUES; read += 1) {
    const value = waiting.shift();
    if (typeof value === 'string' && !UUID.test(value)) values.push(cutText(value, TEXT_LENGTH));
    else if (typeof value === 'object' && value !== null) waiting.push(...Object.values(value).slice(0, MOST_VALUES));
  }
  return cutText(transliterated(values.join(' ')), TEXT_LENGTH);
}

/** A person's id, or the kind of an author who has none. */
export const authorOf = ({ kind, id }: ActorReference): string => id ?? kind;

const fold: Fold<AuditDocument, AnyEvent> = (document, event) => {
  const { organizationId } = event.metadata;
  if (organizationId === null || !isTold(event)) return document;
  const within = bulkOf(event);
  return {
    _id: entryIdOf(event),
    organizationId,
    eventId: event.id,
    at: event.at,
    type: event.type,
    stream: event.stream,
    byActor: auditKey(organizationId, authorOf(event.actor)),
    byType: auditKey(organizationId, event.type),
    byKind: auditKey(organizationId, categoryOf(event.stream)),
    top: within === null ? organizationId : null,
    within: within && auditKey(organizationId, within),
    text: textOf(event),
  };
};

const entryIdOf = ({ at, position, metadata: { organizationId } }: Recorded<AnyEvent>): string =>
  auditId({ organizationId: organizationId ?? '', at: Date.parse(at), position });

/** A new type needs a new version: during a rolling upgrade, an older leader skips its events. */
export const audit = projection<AuditDocument, AnyEvent>({
  name: 'audit',
  version: 24,
  digest: 'b685541f4209425d',
  indexes: ['organizationId', 'stream', 'byActor', 'byType', 'byKind', 'top', 'within', 'text'],
  id: entryIdOf,
  streams: () => [],
  on: Object.fromEntries(EVENT_DEFINITIONS.flatMap(({ type }) => (NOISE.has(type) ? [] : [[type, fold]]))),
});
