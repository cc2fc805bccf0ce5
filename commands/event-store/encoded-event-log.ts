import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import { type Backoff, retrying } from '../../timing/retrying.ts';
import { countWork } from '../../timing/work-meter.ts';
import { isRandom } from '../context/identity.ts';
import { type Codec, type Encoded, ERASURE } from './codec.ts';
import { DamagedEvent } from './damaged-event.ts';
import type { DecodedPage, EventLog, ReadLimits } from './event-log.ts';
import {
  type Appended,
  type EventStore,
  type EventToStore,
  NO_STREAM,
  type StoredEvent,
  StoreUnavailable,
  WrongExpectedRevision,
} from './port.ts';
import type { KnownStream, Span, StreamCache } from './stream-cache.ts';
import type { StreamHeads } from './stream-heads.ts';

/** A store on a server has retried within this time. */
const BACKOFF: Backoff = { first: 20, longest: 400, factor: 5, attempts: 4, within: 2000 };

/** Encodes on append, checks and decodes on read. With a cache, a whole stream is read on from what is known. */
export function createEventLog({
  store,
  codec,
  cache,
  heads,
  backoff = BACKOFF,
}: {
  store: EventStore;
  codec: Codec;
  cache?: StreamCache;
  heads?: StreamHeads;
  backoff?: Backoff;
}): EventLog {
  const readAfter = async (
    stream: string,
    last: Pick<Recorded<AnyEvent>, 'revision' | 'metadata'> | undefined,
    { until, most }: ReadLimits = {},
  ) => {
    const from = (last?.revision ?? NO_STREAM) + 1;
    const range = { ...(from > 0 && { from }), ...(most !== undefined && { limit: most }) };
    if (most === undefined) heads?.watch(stream);
    const read = await store.readStream(stream, range);
    if (most === undefined) heads?.reached(stream, from + read.length - 1);
    const stored = until === undefined ? read : read.filter(({ position }) => position <= until);
    const events = await codec.decode(stored);
    checkChain(events, last);
    return { events, characters: charactersOf(stored) };
  };

  const readWhole = async (stream: string, { cache }: { cache: StreamCache | undefined }): Promise<KnownStream> => {
    const span = cache?.begin();
    const known = cache?.get(stream);
    try {
      const added = await readAfter(stream, known?.events.at(-1));
      const whole =
        known && added.events.length > 0
          ? { events: [...known.events, ...added.events], characters: known.characters + added.characters }
          : (known ?? added);
      // Known events may hold data of a person who has been erased since.
      if (known && span?.isOver) return readWhole(stream, { cache: undefined });
      if (whole !== known && whole.events.length > 0) span?.keep(stream, whole);
      return whole;
    } catch (error) {
      if (!known || !(error instanceof DamagedEvent)) throw error;
      cache?.evict(stream);
      return readWhole(stream, { cache });
    }
  };

  /** Adds what was appended to what is known before it. */
  const keepAppended = (
    span: Span,
    stream: string,
    last: Recorded<AnyEvent> | undefined,
    { events: stored }: Encoded,
    appended: readonly Recorded<AnyEvent>[],
  ): void => {
    const known = cache?.get(stream) ?? { events: [], characters: 0 };
    const isNext = known.events.at(-1)?.metadata.hash === last?.metadata.hash;
    // Of several events only the last one's position is known.
    if (!isNext || (appended.length > 1 && !store.arePositionsDense)) return;
    const placed = appended.map((event, index) => ({
      ...event,
      position: event.position - BigInt(appended.length - 1 - index),
    }));
    const characters = known.characters + charactersOf(stored);
    span.keep(stream, { events: [...known.events, ...placed], characters });
  };

  /** What this process has just written is not decoded again, unless a key has become void. */
  const inspectPage = async (stored: readonly StoredEvent[]) => {
    const known = stored.some(({ type }) => type === ERASURE) ? [] : stored.map(knownAs);
    const decoded = (await codec.inspect(stored.filter((_, index) => !known[index]))).values();
    return stored.map((_, index) => known[index] ?? (decoded.next().value as Recorded<AnyEvent> | DamagedEvent));
  };
  const knownAs = (stored: StoredEvent): Recorded<AnyEvent> | undefined => {
    const event = cache?.get(stored.stream)?.events[stored.revision];
    const isSame = event?.position === stored.position && stored.metadata.endsWith(`"${event.metadata.hash}"}`);
    return isSame ? event : undefined;
  };

  return {
    storeId: store.storeId,
    known: (stream) => cache?.get(stream)?.events,
    endedRecentlyAt: (stream, revision) => heads?.isRecent(stream, revision) ?? false,

    async append(stream, last, events, context) {
      const span = cache?.begin();
      const encoded = await codec.encode(stream, last, events, context);
      // The same bytes: the store gives its first answer.
      const appended = await retrying(
        null,
        backoff,
        () => store.append(stream, encoded.expectedRevision, encoded.events),
        (error) => {
          if (error instanceof WrongExpectedRevision) {
            heads?.reached(stream, error.actualRevision);
            // The log has lost events, such as by a restore on the server.
            if (error.actualRevision < error.expectedRevision) cache?.evict(stream);
          }
          if (!(error instanceof StoreUnavailable)) throw error;
        },
      );
      if (appended.isRepeat !== false && !isRandom(context.commandId))
        await checkIsOurs(store, stream, encoded, appended);
      const recorded = encoded.recorded(appended.position);
      heads?.reached(stream, appended.revision);
      if (span && !appended.isRepeat) keepAppended(span, stream, last, encoded, recorded);
      return { ...appended, events: recorded };
    },

    async readStream(stream, last, limits) {
      const isWhole = last === undefined && limits === undefined;
      const read = await (isWhole ? readWhole(stream, { cache }) : readAfter(stream, last, limits));
      countWork(costOfReading(read));
      return read.events;
    },

    async readAll({ after, limit, interest }) {
      const { events, ...page } = await store.readAll({ after, limit, types: interest?.types });
      return { ...page, events: await codec.decode(events, interest) };
    },

    head: () => store.head(),

    async *subscribe(options) {
      for await (const page of store.subscribe(options))
        yield* soundPart(await inspectPage(page.events), page.position);
    },
  };
}

/** Milliseconds to decode, fold and show an event, and per character of it (decision 35). */
const PER_EVENT = 0.03;
const PER_CHARACTER = 3e-5;
const costOfReading = ({ events, characters }: KnownStream): number =>
  events.length * PER_EVENT + characters * PER_CHARACTER;
const charactersOf = (stored: readonly EventToStore[]): number =>
  stored.reduce((characters, { data }) => characters + data.length, 0);

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
