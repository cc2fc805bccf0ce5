import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { MAX_PAGE_BYTES, NO_STREAM, START, type StoredEvent, StoreUnavailable } from '../port.ts';
import { meaningOf } from './failures.ts';
import {
  LAST_POSITION,
  LAST_REVISION,
  READ_ALL,
  READ_STREAM,
  READ_TYPES,
  STORE_ID,
  WEIGH_ALL,
  WEIGH_TYPES,
} from './schema.ts';

/** Whole pages, because an open iterator would block the truncation of the write-ahead log. */
export interface Reader {
  storeId(): string;
  readStream(stream: string, from: number, limit: number): StoredEvent[];
  /** Fewer than `limit` if the page would be too large. */
  readAll(after: bigint, limit: number): StoredEvent[];
  /** Those of the types, and the last one, among the next `limit`. */
  readTypes(after: bigint, limit: number, types: ReadonlySet<string>): StoredEvent[];
  lastRevision(stream: string): number;
  head(): bigint;
  close(): void;
}

export function openReader(file: string): Reader {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  const readAll = prepareEvents(database, READ_ALL);
  const readTypes = prepareEvents(database, READ_TYPES);
  const weighAll = database.prepare(WEIGH_ALL);
  const weighTypes = database.prepare(WEIGH_TYPES);
  const lastPosition = database.prepare(LAST_POSITION);
  // Later, because the layout of earlier versions lacks what they ask for.
  const readStream = once(() => prepareEvents(database, READ_STREAM));
  const lastRevision = once(() => database.prepare(LAST_REVISION));

  const available = <T>(read: () => T): T => {
    if (!database.isOpen) throw new StoreUnavailable('The event store has been closed');
    try {
      return read();
    } catch (error) {
      throw meaningOf(error, file);
    }
  };
  const bytesIn = (row: unknown): number => (row as { bytes: number | null }).bytes ?? 0;
  const fitting = (limit: number, weigh: (count: number) => number): number => {
    let count = limit;
    while (count > 1 && weigh(count) > MAX_PAGE_BYTES) count = Math.floor(count / 2);
    return count;
  };
  const head = (): bigint => {
    const { position } = lastPosition.get() as { position: number | null };
    return position === null ? START : BigInt(position);
  };
  return {
    storeId: () => available(() => (database.prepare(STORE_ID).get() as { storeId: string }).storeId),
    readStream: (stream, from, limit) =>
      available(() => (readStream().all(stream, from, limit) as unknown as EventRow[]).map(storedEvent)),
    readAll: (after, limit) =>
      available(() => {
        const count = fitting(limit, (some) => bytesIn(weighAll.get(after, some)));
        return (readAll.all(after, count) as unknown as EventRow[]).map(storedEvent);
      }),
    readTypes: (after, limit, types) =>
      available(() => {
        const newest = head();
        const wanted = JSON.stringify([...types]);
        const endOf = (count: number) => (after + BigInt(count) < newest ? after + BigInt(count) : newest);
        const count = fitting(limit, (some) => bytesIn(weighTypes.get(after, endOf(some), wanted)));
        const rows = readTypes.all(after, endOf(count), wanted);
        return (rows as unknown as EventRow[]).map(storedEvent);
      }),
    lastRevision: (stream) =>
      available(() => (lastRevision().get(stream) as { revision: number | null }).revision ?? NO_STREAM),
    head: () => available(head),
    close() {
      if (database.isOpen) database.close();
    },
  };
}

/** In the order of EVENT_COLUMNS. */
type EventRow = [
  position: number,
  stream: string,
  revision: number,
  id: string,
  type: string,
  data: string,
  metadata: string,
];

/** Rows as arrays are twice as fast as objects. */
function prepareEvents(database: DatabaseSync, sql: string): StatementSync {
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  return statement;
}

const storedEvent = ([position, stream, revision, id, type, data, metadata]: EventRow): StoredEvent => ({
  position: BigInt(position),
  stream,
  revision,
  id,
  type,
  data,
  metadata,
});

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
