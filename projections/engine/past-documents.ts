import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { idOf } from '../../domain/event-sourcing/streams.ts';
import type { Document } from '../document-store/port.ts';
import { foldStreams } from './as-of.ts';
import { isErasure } from './erasure.ts';
import type { EventSource, RecordedEvent } from './event-source.ts';
import type { Projection } from './projection.ts';
import { isSkip, withoutSkipped } from './skipped-events.ts';

const MOST_KEPT = 20_000;
const AT_ONCE = 32;
const END_OF_LOG = 2n ** 63n;

/** A document's state from one event until the next. */
interface Span {
  readonly document: Document | undefined;
  readonly from: bigint;
  readonly until: bigint;
}

/**
 * Former states of many documents. A stored document without later events is its own former state. The others are
 * folded from their streams and cached for the positions between two of their events, so a step to the next change
 * folds few of them.
 */
export class PastDocuments {
  readonly #source: Pick<EventSource, 'readStream'>;
  readonly #mostKept: number;
  readonly #kept = new Map<string, Span>();
  /** Counts what `observe` has dropped. */
  #drops = 0;

  constructor(source: Pick<EventSource, 'readStream'>, mostKept = MOST_KEPT) {
    this.#source = source;
    this.#mostKept = mostKept;
  }

  /**
   * `stored`: the present documents; `removed`: ids of removed ones. The result omits documents that did not exist yet.
   */
  async asOf<Doc extends Document>(
    projection: Projection<Doc, never>,
    { stored, removed = [] }: { readonly stored: readonly Doc[]; readonly removed?: readonly string[] },
    until: bigint,
  ): Promise<readonly Doc[]> {
    const then: (Doc | undefined)[] = [];
    const changed: { readonly id: string; readonly place: number }[] = [];
    for (const document of stored) {
      const { _id: id, _pos } = document;
      const span = this.#kept.get(keyOf(projection, id));
      if (_pos !== undefined && _pos <= until) then.push(document);
      else if (span && span.from <= until && until < span.until) then.push(span.document as Doc | undefined);
      else {
        changed.push({ id, place: then.length });
        then.push(undefined);
      }
    }
    const whole = changed.length + removed.length > 0 ? await withoutSkipped(this.#source, projection) : projection;
    const known = new Set(stored.map(({ _id }) => _id));
    for (const id of new Set(removed)) if (!known.has(id)) changed.push({ id, place: then.push(undefined) - 1 });
    for (let n = 0; n < changed.length; n += AT_ONCE) {
      const some = changed.slice(n, n + AT_ONCE);
      const folded = await Promise.all(some.map(({ id }) => this.#fold(whole, id, until)));
      await yieldToEventLoop();
      folded.forEach((document, index) => {
        then[some[index]?.place ?? 0] = document;
      });
    }
    return then.filter((document) => document !== undefined);
  }

  /** Called for every event, because no cached state may outlive an erasure. */
  observe(events: readonly RecordedEvent[]): void {
    for (const event of events) {
      if (isSkip(event)) this.clear();
      if (!isErasure(event)) continue;
      this.#drops += 1;
      for (const key of this.#kept.keys()) if (key.endsWith(` ${idOf(event.stream)}`)) this.#kept.delete(key);
    }
  }

  clear(): void {
    this.#drops += 1;
    this.#kept.clear();
  }

  async #fold<Doc extends Document>(
    projection: Projection<Doc, never>,
    id: string,
    until: bigint,
  ): Promise<Doc | undefined> {
    const dropsBefore = this.#drops;
    const streams = await Promise.all(projection.streams(id).map((stream) => this.#source.readStream(stream)));
    const document = foldStreams(projection, id, streams, until);
    const isErased = streams.some((stream) => stream.some(isErasure));
    // The streams may have been read before an erasure that `observe` has meanwhile seen.
    if (!isErased && this.#drops === dropsBefore)
      this.#keep(keyOf(projection, id), { document, ...spanAround(streams, until) });
    return document;
  }

  #keep(key: string, span: Span): void {
    this.#kept.delete(key);
    this.#kept.set(key, span);
    if (this.#kept.size <= this.#mostKept) return;
    const [oldest = ''] = this.#kept.keys();
    this.#kept.delete(oldest);
  }
}

const keyOf = ({ name }: { readonly name: string }, id: string): string => `${name} ${id}`;

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
