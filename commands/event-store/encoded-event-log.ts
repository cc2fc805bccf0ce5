import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import { type Backoff, retrying } from '../../timing/retrying.ts';
import { countWork } from '../../timing/work-meter.ts';
import { isRandom } from '../context/identity.ts';
import type { Codec, Encoded } from './codec.ts';
import { DamagedEvent } from './damaged-event.ts';
import type { DecodedPage, EventLog } from './event-log.ts';
import {
  type Appended,
  type EventStore,
  NO_STREAM,
  type StoredEvent,
  StoreUnavailable,
  WrongExpectedRevision,
} from './port.ts';

/** A store on a server has retried within this time. */
const BACKOFF: Backoff = { first: 20, longest: 400, factor: 5, attempts: 4, within: 2000 };

/** Encodes on append, checks and decodes on read. */
export function createEventLog({
  store,
  codec,
  backoff = BACKOFF,
}: {
  store: EventStore;
  codec: Codec;
  backoff?: Backoff;
}): EventLog {
  return {
    storeId: store.storeId,

    async append(stream, last, events, context) {
      const encoded = await codec.encode(stream, last, events, context);
      // The same bytes: the store gives its first answer.
      const appended = await retrying(
        null,
        backoff,
        () => store.append(stream, encoded.expectedRevision, encoded.events),
        (error) => {
          if (!(error instanceof StoreUnavailable)) throw error;
        },
      );
      if (appended.isRepeat !== false && !isRandom(context.commandId))
        await checkIsOurs(store, stream, encoded, appended);
      return { ...appended, events: encoded.recorded(appended.position) };
    },

    async readStream(stream, last, { until, most } = {}) {
      const from = (last?.revision ?? NO_STREAM) + 1;
      const range = { ...(from > 0 && { from }), ...(most !== undefined && { limit: most }) };
      const read = await store.readStream(stream, range);
      const stored = until === undefined ? read : read.filter(({ position }) => position <= until);
      countWork(costOfReading(stored));
      const events = await codec.decode(stored);
      checkChain(events, last);
      return events;
    },

    async readAll({ after, limit, interest }) {
      const { events, ...page } = await store.readAll({ after, limit, types: interest?.types });
      return { ...page, events: await codec.decode(events, interest) };
    },

    head: () => store.head(),

    async *subscribe(options) {
      for await (const page of store.subscribe(options))
        yield* soundPart(await codec.inspect(page.events), page.position);
    },
  };
}

/** Milliseconds to decode, fold and show an event, and per character of it (decision 35). */
const PER_EVENT = 0.03;
const PER_CHARACTER = 3e-5;
const costOfReading = (events: readonly StoredEvent[]): number =>
  events.reduce((ms, { data }) => ms + PER_EVENT + data.length * PER_CHARACTER, 0);

/**
 * A store recognizes a repeated append by its ids, whatever the bytes. Another process with the same `Idempotency-Key`
 * made other bytes; if those are stored, the caller must reload.
 */
async function checkIsOurs(store: EventStore, stream: string, encoded: Encoded, appended: Appended): Promise<void> {
  const from = encoded.expectedRevision + 1;
  const stored = await store.readStream(stream, { from, limit: encoded.events.length });
  const isOurs = encoded.events.every(({ metadata }, index) => stored[index]?.metadata === metadata);
  if (!isOurs) throw new WrongExpectedRevision(stream, encoded.expectedRevision, appended.revision);
}

/** Delivers the events before a damaged one, then throws. */
function* soundPart(
  events: readonly (Recorded<AnyEvent> | DamagedEvent)[],
  position: bigint,
): Generator<DecodedPage, void, undefined> {
  const damage = events.findIndex((event) => event instanceof DamagedEvent);
  if (damage === -1) {
    yield { events: events as readonly Recorded<AnyEvent>[], position };
    return;
  }
  const sound = events.slice(0, damage) as readonly Recorded<AnyEvent>[];
  const end = sound.at(-1);
  if (end) yield { events: sound, position: end.position };
  throw events[damage];
}

/** Throws unless the events, from a stream's beginning or after `last`, are linked without gaps. */
function checkChain(
  events: readonly Recorded<AnyEvent>[],
  last?: Pick<Recorded<AnyEvent>, 'revision' | 'metadata'>,
): void {
  let prev = last?.metadata.hash ?? '';
  const first = (last?.revision ?? NO_STREAM) + 1;
  for (const [index, event] of events.entries()) {
    const revision = first + index;
    if (event.revision !== revision) throw new DamagedEvent(event, `follows a gap: revision ${revision} is missing`);
    if (event.metadata.prev !== prev) throw new DamagedEvent(event, 'does not follow the event before it');
    prev = event.metadata.hash;
  }
}
