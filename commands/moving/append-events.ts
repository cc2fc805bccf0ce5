import { setTimeout as pause } from 'node:timers/promises';
import {
  type EventStore,
  MAX_APPEND_BYTES,
  StoreFull,
  StoreUnavailable,
  type StreamAppend,
  WrongExpectedRevision,
} from '../event-store/port.ts';
import type { EventLine } from './event-lines.ts';
import { MovingRefused } from './moving-refused.ts';

/** Milliseconds before each further try of what a store did not answer: a long move outlives its restart. A full disk stays full. */
const RETRY_DELAYS = [100, 500, 2000, 5000, 10_000, 15_000];

/** Appends events at the revisions that they carry, in their order; what stands already stays. */
export async function appendEvents(store: EventStore, events: readonly EventLine[]): Promise<void> {
  const appends = [...asAppends(events)];
  for (const delay of [...RETRY_DELAYS, undefined]) {
    try {
      return await store.appendInOrder(appends);
    } catch (error) {
      if (error instanceof WrongExpectedRevision) {
        throw new MovingRefused(`Somebody else has written into ${error.stream} meanwhile.`, { cause: error });
      }
      if (!(error instanceof StoreUnavailable) || error instanceof StoreFull || delay === undefined) throw error;
      await pause(delay);
    }
  }
}

/** Neighbours of one stream go together, as much as one append holds. */
function* asAppends(events: readonly EventLine[]): Generator<StreamAppend> {
  let group: EventLine[] = [];
  let bytes = 0;
  for (const event of events) {
    const size = sizeOf(event);
    if (group[0] && (group[0].stream !== event.stream || bytes + size > MAX_APPEND_BYTES)) {
      yield asAppend(group);
      group = [];
      bytes = 0;
    }
    group.push(event);
    bytes += size;
  }
  if (group.length > 0) yield asAppend(group);
}

const sizeOf = ({ type, data, metadata }: EventLine): number =>
  Buffer.byteLength(type) + Buffer.byteLength(data) + Buffer.byteLength(metadata);

const asAppend = (group: readonly EventLine[]): StreamAppend => ({
  stream: group[0]?.stream as string,
  expectedRevision: (group[0]?.revision as number) - 1,
  events: group.map(({ id, type, data, metadata }) => ({ id, type, data, metadata })),
});
