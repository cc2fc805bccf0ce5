import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { idOf } from '../../domain/event-sourcing/streams.ts';
import { LIMITS } from '../../domain/limits/limits.ts';
import type { Document } from '../document-store/port.ts';
import { foldStreams } from './as-of.ts';
import type { PastRequest } from './contract.ts';
import { isErasure } from './erasure.ts';
import type { EventSource, RecordedEvent } from './event-source.ts';
import { PastCache } from './past-cache.ts';
import type { Projection } from './projection.ts';
import { isSkip, withoutSkipped } from './skipped-events.ts';

const AT_ONCE = 32;
const END_OF_LOG = 2n ** 63n;

interface Limits {
  readonly cache?: PastCache;
  readonly mostEvents?: number;
}

/** More would have to be read for a moment than one call may read. */
export class PastTooFar extends Error {
  override readonly name = 'PastTooFar';
}

/**
 * Former states of many documents. A stored document without later events is its own former state. The others are
 * folded from their streams and cached for the positions between two of their events, so a step to the next change
 * folds few of them.
 */
export class PastDocuments {
  readonly #source: Pick<EventSource, 'readStream'>;
  readonly #kept: PastCache;
  readonly #mostEvents: number;
  readonly #names = new Set<string>();
  /** Counts what `observe` has dropped. */
  #drops = 0;

  constructor(
    source: Pick<EventSource, 'readStream'>,
    { cache = new PastCache(), mostEvents = LIMITS.pastEvents }: Limits = {},
  ) {
    this.#source = source;
    this.#kept = cache;
    this.#mostEvents = mostEvents;
  }

  /**
   * `stored`: the present documents; `removed`: ids of removed ones. The result omits documents that did not exist yet.
   */
  async asOf<Doc extends Document>(
    projection: Projection<Doc, never>,
    { organizationId, stored, removed = [] }: PastRequest<Doc>,
    until: bigint,
  ): Promise<readonly Doc[]> {
    const then: (Doc | undefined)[] = [];
    const changed: { readonly id: string; readonly place: number }[] = [];
    const add = (id: string, present?: Doc) => {
      const span = this.#kept.get(organizationId, keyOf(projection.name, id));
      if (present?._pos !== undefined && present._pos <= until) then.push(present);
      else if (span && span.from <= until && until < span.until) then.push(span.document as Doc | undefined);
      else changed.push({ id, place: then.push(undefined) - 1 });
    };
    for (const document of stored) add(document._id, document);
    const known = new Set(stored.map(({ _id }) => _id));
    for (const id of new Set(removed)) if (!known.has(id)) add(id);

    const whole = changed.length > 0 ? await withoutSkipped(this.#source, projection) : projection;
    let read = 0;
    for (let n = 0; n < changed.length; n += AT_ONCE) {
      const some = changed.slice(n, n + AT_ONCE);
      const folded = await Promise.all(some.map(({ id }) => this.#fold(whole, organizationId, id, until)));
      await yieldToEventLoop();
      folded.forEach(({ document, events }, index) => {
        then[some[index]?.place ?? 0] = document;
        read += events;
      });
      if (read > this.#mostEvents) throw new PastTooFar(`More than ${this.#mostEvents} events`);
    }
    return then.filter((document) => document !== undefined);
  }

  /** Called for every event, because no cached state may outlive an erasure. */
  observe(events: readonly RecordedEvent[]): void {
    for (const event of events) {
      if (isSkip(event)) this.clear();
      if (!isErasure(event)) continue;
      this.#drops += 1;
      this.#kept.drop([...this.#names].map((name) => keyOf(name, idOf(event.stream))));
    }
  }

  clear(): void {
    this.#drops += 1;
    this.#kept.clear();
  }

  async #fold<Doc extends Document>(
    projection: Projection<Doc, never>,
    organizationId: string,
    id: string,
    until: bigint,
  ): Promise<{ readonly document: Doc | undefined; readonly events: number }> {
    const dropsBefore = this.#drops;
    const streams = await Promise.all(projection.streams(id).map((stream) => this.#source.readStream(stream)));
    const document = foldStreams(projection, id, streams, until);
    const isErased = streams.some((stream) => stream.some(isErasure));
    // The streams may have been read before an erasure that `observe` has meanwhile seen.
    if (!isErased && this.#drops === dropsBefore) {
      this.#names.add(projection.name);
      this.#kept.keep(organizationId, keyOf(projection.name, id), { document, ...spanAround(streams, until) });
    }
    return { document, events: streams.reduce((sum, { length }) => sum + length, 0) };
  }
}

const keyOf = (name: string, id: string): string => `${name} ${id}`;

function spanAround(streams: readonly (readonly RecordedEvent[])[], position: bigint) {
  let [from, until] = [0n, END_OF_LOG];
  let newest = 0n;
  for (const event of streams.flat()) {
    if (event.position > newest) newest = event.position;
    if (event.position <= position && event.position > from) from = event.position;
    if (event.position > position && event.position < until) until = event.position;
  }
  // After its newest event a document may change at any moment.
  return { from, until: until === END_OF_LOG ? newest + 1n : until };
}
