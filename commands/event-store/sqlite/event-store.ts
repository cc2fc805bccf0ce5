import { randomUUID } from 'node:crypto';
import {
  type Appended,
  type EventPage,
  type EventStore,
  type EventToStore,
  type ReadAll,
  type StoredEvent,
  StoreFull,
  StoreUnavailable,
  type StreamAppend,
  WrongExpectedRevision,
} from '../port.ts';
import { validateAppend } from '../validate-append.ts';
import { meaningOf } from './failures.ts';
import { type OnRewriting, rewriteFormerLog } from './former-log.ts';
import { createGrowthSignal } from './growth-signal.ts';
import { openReader, type Reader } from './reader.ts';
import { APPEND, IDENTIFY, SCHEMA } from './schema.ts';
import { createTail } from './tail.ts';
import type { SqliteWriter, Statement } from './writer.ts';

const DEFAULT_PAGE_SIZE = 500;

export async function createSqliteEventStore({
  file,
  writer,
  onRewriting = () => {},
}: {
  file: string;
  writer: SqliteWriter;
  /** Of the log of an earlier version, once per some events. */
  onRewriting?: OnRewriting;
}): Promise<EventStore> {
  const reader = await open(file, writer, onRewriting).catch((error: unknown) => {
    throw meaningOf(error, file);
  });
  const growth = createGrowthSignal();
  const tail = createTail();
  /** Position of the last event; null before the first append, and after one with an unknown outcome. */
  let end: bigint | null = null;

  /** The first answer if these events are stored, else the conflict. */
  const answerRefused = (stream: string, expectedRevision: number, events: readonly EventToStore[]): Appended => {
    const stored = reader.readStream(stream, expectedRevision + 1, events.length);
    const last = stored.at(-1);
    if (last && stored.length === events.length && stored.every(({ id }, n) => id === events[n]?.id)) {
      return { revision: last.revision, position: last.position, isRepeat: true };
    }
    throw new WrongExpectedRevision(stream, expectedRevision, reader.lastRevision(stream));
  };

  const write = async (appends: readonly StreamAppend[]) => {
    for (const { stream, expectedRevision, events } of appends) validateAppend(stream, expectedRevision, events);
    if (growth.hasEnded) throw new StoreUnavailable('The event store has been closed');
    const outcome = await writer
      .write(file, appends.flatMap(statementsOf), { goesAhead: true })
      .catch((error: unknown) => {
        throw meaningOf(error, file);
      });
    if (outcome.status === 'done') {
      end = BigInt(outcome.lastRowid);
      for (const event of storedBy(appends, end)) tail.add(event);
    } else if (outcome.status === 'unavailable') end = null;
    // Also with an unknown outcome: the events may be written.
    if (outcome.status !== 'refused') growth.announce();
    if (outcome.status === 'unavailable') throw new StoreFull(outcome.message);
    return outcome;
  };
  const append: EventStore['append'] = async (stream, expectedRevision, events) => {
    const outcome = await write([{ stream, expectedRevision, events }]);
    if (outcome.status === 'refused') return answerRefused(stream, expectedRevision, events);
    return { revision: expectedRevision + events.length, position: BigInt(outcome.lastRowid), isRepeat: false };
  };

  return {
    storeId: reader.storeId(),
    arePositionsDense: true,
    append,
    async appendInOrder(appends) {
      if (appends.length === 0 || (await write(appends)).status === 'done') return;
      // Some exist or one is invalid: append each separately.
      for (const { stream, expectedRevision, events } of appends) await append(stream, expectedRevision, events);
    },
    readStream: async (stream, { from = 0, limit = -1 } = {}) => reader.readStream(stream, from, limit),
    readAll: async (options) => readPage(reader, options),
    head: async () => reader.head(),
    async *subscribe({ after, signal, pageSize = DEFAULT_PAGE_SIZE }) {
      let position = after;
      /** Only followers that have waited skip the file: what came before was read and checked. */
      let isFollowing = false;
      while (!signal.aborted && !growth.hasEnded) {
        const known = isFollowing ? tail.behind(position, pageSize) : [];
        const isAtEnd = isFollowing && position === end;
        const events = known.length > 0 || isAtEnd ? known : reader.readAll(position, pageSize);
        if (events.length === 0) {
          await growth.next(signal);
          isFollowing = true;
          continue;
        }
        const page = pageOf(events, position);
        position = page.position;
        yield page;
      }
    },
    async close() {
      growth.end();
      reader.close();
    },
  };
}

/** The log of a file that this process only reads, also while another process writes it, and in the layout of earlier versions. */
export function openSqliteLog(file: string): Pick<EventStore, 'readAll' | 'head' | 'close'> {
  const reader = openReader(file);
  return {
    readAll: async (options) => readPage(reader, options),
    head: async () => reader.head(),
    close: async () => reader.close(),
  };
}

async function open(file: string, writer: SqliteWriter, onRewriting: OnRewriting): Promise<Reader> {
  rewriteFormerLog(file, onRewriting);
  const opened = await writer.open(file, { synchronous: 'FULL', secureDelete: false, schema: SCHEMA });
  if (opened.status === 'unavailable') throw new StoreFull(opened.message);
  await writer.write(file, [{ sql: IDENTIFY, params: [randomUUID()] }]);
  return openReader(file);
}

const statementsOf = ({ stream, expectedRevision, events }: StreamAppend): Statement[] =>
  events.map(({ id, type, data, metadata }, n) => ({
    sql: APPEND,
    params: [stream, expectedRevision + 1 + n, id, type, data, metadata],
    expectedChanges: 1,
  }));

/** Positions of one unit end with its last one's. */
function storedBy(appends: readonly StreamAppend[], last: bigint): StoredEvent[] {
  const events = appends.flatMap(({ stream, expectedRevision, events }) =>
    events.map((event, n) => ({ ...event, stream, revision: expectedRevision + 1 + n })),
  );
  return events.map((event, n) => ({ ...event, position: last - BigInt(events.length - 1 - n) }));
}

/** Positions are dense, so their difference counts the events. */
function readPage(reader: Reader, { after, limit, types }: ReadAll): EventPage {
  if (!types) return pageOf(reader.readAll(after, limit), after);
  const page = pageOf(reader.readTypes(after, limit, types), after);
  return { ...page, scanned: Number(page.position - after) };
}

const pageOf = (events: readonly StoredEvent[], after: bigint) => ({
  events,
  position: events.at(-1)?.position ?? after,
});
