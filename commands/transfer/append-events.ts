import { retrying } from '../../timing/retrying.ts';
import {
  type EventStore,
  MAX_APPEND_BYTES,
  StoreFull,
  StoreUnavailable,
  type StreamAppend,
  WrongExpectedRevision,
} from '../event-store/port.ts';
import type { EventLine } from './event-lines.ts';
import { TransferRefused } from './transfer-refused.ts';

/** Half a minute in all: a long import outlives the restart of a store. */
const BACKOFF = { first: 500, longest: 15_000, attempts: 7 };

export async function appendEvents(store: EventStore, events: readonly EventLine[]): Promise<void> {
  const appends = [...asAppends(events)];
  await retrying(
    null,
    BACKOFF,
    () => store.appendInOrder(appends),
    (error) => {
      if (error instanceof WrongExpectedRevision) {
        throw new TransferRefused(`Another process has written to ${error.stream} meanwhile.`, { cause: error });
      }
      // A full disk stays full, so a retry is useless.
      if (!(error instanceof StoreUnavailable) || error instanceof StoreFull) throw error;
    },
  );
}

/** Adjacent events of one stream share an append. */
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
