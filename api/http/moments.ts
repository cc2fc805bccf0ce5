import type { EventLog } from '../../commands/event-store/event-log.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { type AuditDocument, auditedStreams, auditStart } from '../../projections/audit.ts';
import type { Filter } from '../../projections/document-store/port.ts';
import { cursorBehind } from '../../projections/document-store/query-values.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import type { Pin, Positions } from './positions.ts';

/** Maximum difference between the clocks of two processes. */
const CLOCKS_APART_MS = 60_000;
/** Audit entries around a moment, and events after the last of them, that are read to find a position. */
const NEAR = 200;
const PAGE = 500;
const MOST_PAGES = 4;

export type Moments = ReturnType<typeof createMoments>;

/**
 * Maps a moment to one position of the log: the last event that the organization had recorded by then. A filter by each
 * event's own time would be no prefix of the log, because clocks differ.
 */
export function createMoments({
  log,
  readModels: { audit },
  positions,
  now,
}: {
  log: Pick<EventLog, 'readAll'>;
  readModels: Pick<ReadModels, 'audit'>;
  positions: Positions;
  now: () => number;
}) {
  async function positionAt(organizationId: string, at: number): Promise<bigint> {
    const cursor = cursorBehind({ _id: auditStart(organizationId, new Date(at).toISOString()) }, undefined);
    const { documents } = await audit.find({ organizationId }, { limit: NEAR, cursor });
    const newest = documents[0];
    if (!newest) return 0n;
    const since = Date.parse(newest.at) - CLOCKS_APART_MS;
    const near = documents.filter((entry) => Date.parse(entry.at) >= since);
    return extended(near.reduce((last, { _pos = 0n }) => (_pos > last ? _pos : last), 0n));

    /**
     * Includes the organization's events that the audit log omits, such as activity, up to its first later one. Never
     * another's position: the token of a moment would change whenever another school records something.
     */
    async function extended(last: bigint): Promise<bigint> {
      let position = last;
      let read = last;
      for (let page = 0; page < MOST_PAGES; page += 1) {
        const { events } = await log.readAll({ after: read, limit: PAGE });
        for (const event of events) {
          read = event.position;
          if (event.metadata.organizationId !== organizationId) continue;
          if (Date.parse(event.at) > at) return position;
          position = event.position;
        }
        if (events.length === 0) return position;
      }
      return position;
    }
  }

  /** Refuses a position that no answer contained, and the future. */
  async function pinOf(asOf: string, organizationId: string | null): Promise<Result<Pin>> {
    if (asOf.startsWith('0x')) {
      const pin = positions.openPin(asOf);
      return pin ? accept(pin) : refuse(TEXTS.requests.positionUnknown);
    }
    const at = Date.parse(asOf);
    if (at > now() + CLOCKS_APART_MS) return refuse(TEXTS.requests.momentInFuture);
    const position = organizationId === null ? 0n : await positionAt(organizationId, at);
    return accept({ at: Math.min(at, now()), position });
  }

  /** The states before the last change and after the next one, of one document or of the whole organization. */
  async function stepsAround(organizationId: string, { position, at }: Pin, documentId?: string) {
    const filter: Filter =
      documentId === undefined ? { top: organizationId } : { organizationId, stream: auditedStreams(documentId) };
    const edge = (ms: number) => ({ _id: auditStart(organizationId, new Date(ms).toISOString()) });
    const newestFirst = cursorBehind(edge(at + CLOCKS_APART_MS), undefined);
    const oldestFirst = { by: '_id', descending: true } as const;
    const [before, after] = await Promise.all([
      audit.find(filter, { limit: NEAR, cursor: newestFirst }),
      audit.find(filter, {
        limit: NEAR,
        sort: oldestFirst,
        cursor: cursorBehind(edge(at - CLOCKS_APART_MS), oldestFirst),
      }),
    ]);
    const [, previous] = inOrder(before.documents.filter(({ _pos = 0n }) => _pos <= position)).toReversed();
    const [next] = inOrder(after.documents.filter(({ _pos = 0n }) => _pos > position));
    return { previous: previous ? pinAt(previous) : null, next: next ? pinAt(next) : null };
  }

  return { pinOf, stepsAround };
}

const refuse = (message: string): Result<never> => reject('malformed', message, [{ field: 'asOf', message }]);

const inOrder = (entries: readonly AuditDocument[]): readonly AuditDocument[] =>
  entries.toSorted(({ _pos: one = 0n }, { _pos: other = 0n }) => (one < other ? -1 : 1));

const pinAt = ({ _pos = 0n, at }: AuditDocument): Pin => ({ position: _pos, at: Date.parse(at) });
