import { randomUUID } from 'node:crypto';
import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';

export interface ProposedEvent {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

export interface DoubleEvent extends ProposedEvent {
  readonly stream: string;
  readonly revision: number;
  readonly position: number;
  readonly created: bigint;
}

export type Expected = number | 'any' | 'exists';

export type Outcome =
  | { readonly kind: 'done'; readonly revision: number; readonly position: number }
  /** An empty append to a stream that does not exist. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'wrong'; readonly actual: number }
  | { readonly kind: 'too-large' };

const NO_STREAM = -1;
const MAX_APPEND_BYTES = 1_048_576;
/** Bytes of a record in the transaction log, besides its content. */
const RECORD_BYTES = 112;

/** Follows docs/eventstore-facts.md, "Appending"; with `file` it survives a kill. */
export class DoubleLog {
  readonly events: DoubleEvent[] = [];
  readonly #streams = new Map<string, DoubleEvent[]>();
  /** Recognizes appends with *any*; a restart clears it. */
  readonly #recentIds = new Map<string, DoubleEvent>();
  readonly #file: number | undefined;
  #end = 0;
  #wake = Promise.withResolvers<void>();

  constructor(file?: string) {
    if (file !== undefined) {
      this.#file = openSync(file, 'a+');
      const text = readFileSync(file);
      const whole = text.lastIndexOf('\n') + 1;
      // A line that a kill truncated was never acknowledged.
      ftruncateSync(this.#file, whole);
      for (const line of text.subarray(0, whole).toString('utf8').split('\n')) if (line) this.#add(parseLine(line));
    }
    if (this.events.length === 0) this.writeSystemEvent('$$$stats', '$metadata');
    else this.restart();
  }

  /** What a start writes to the log, and what it clears. */
  restart(): void {
    this.#recentIds.clear();
    this.writeSystemEvent('$epoch-information', '$epoch-information');
  }

  stream(name: string): readonly DoubleEvent[] | undefined {
    return this.#streams.get(name);
  }

  /** Settles with the next append. */
  get growth(): Promise<void> {
    return this.#wake.promise;
  }

  append(stream: string, expected: Expected, events: readonly ProposedEvent[]): Outcome {
    const bytes = events.reduce((sum, event) => sum + sizeOf(event), 0);
    if (bytes > MAX_APPEND_BYTES) return { kind: 'too-large' };
    const standing = this.#streams.get(stream) ?? [];
    const actual = standing.length - 1;
    if (expected === 'exists' && actual === NO_STREAM) return { kind: 'wrong', actual };
    if (typeof expected === 'number' && expected > actual) return { kind: 'wrong', actual };

    const repeated = this.#repeated(standing, expected, events);
    if (repeated) return { kind: 'done', revision: repeated.revision, position: repeated.position };
    if (typeof expected === 'number' && expected < actual) return { kind: 'wrong', actual };
    if (events.length === 0) {
      const last = standing.at(-1);
      return last ? { kind: 'done', revision: last.revision, position: last.position } : { kind: 'nothing' };
    }
    const last = this.#write(stream, actual, events);
    for (const event of (this.#streams.get(stream) ?? []).slice(-events.length)) this.#recentIds.set(event.id, event);
    return { kind: 'done', revision: last.revision, position: last.position };
  }

  /** Like the server's own: statistics, epochs, metadata. */
  writeSystemEvent(stream = '$stats-127.0.0.1:2113', type = '$statsCollected'): void {
    const data = new TextEncoder().encode('{"proc":{"cpu":1}}');
    const event = { id: randomUUID(), type, contentType: 'application/json', data, metadata: new Uint8Array() };
    this.#write(stream, (this.#streams.get(stream)?.length ?? 0) - 1, [event]);
  }

  indexAt(position: number): number {
    let [low, high] = [0, this.events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.events[middle] as DoubleEvent).position < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
  }

  /** The last of these events if they are stored, also as the beginning of a former append. */
  #repeated(standing: readonly DoubleEvent[], expected: Expected, events: readonly ProposedEvent[]) {
    if (typeof expected !== 'number') {
      const found = events.map(({ id }) => this.#recentIds.get(id));
      return found.every((event) => event?.stream === standing[0]?.stream) ? found.at(-1) : undefined;
    }
    const isThere = events.every(({ id }, n) => standing[expected + 1 + n]?.id === id);
    return isThere && events.length > 0 ? standing[expected + events.length] : undefined;
  }

  #write(stream: string, last: number, proposed: readonly ProposedEvent[]): DoubleEvent {
    const created = BigInt(Date.now()) * 10_000n;
    const events = proposed.map((event, n): DoubleEvent => {
      const position = this.#end;
      this.#end += RECORD_BYTES + sizeOf(event) + stream.length;
      return { ...event, stream, revision: last + 1 + n, position, created };
    });
    if (this.#file !== undefined) writeSync(this.#file, formatLine(events));
    this.#add(events);
    const wake = this.#wake;
    this.#wake = Promise.withResolvers();
    wake.resolve();
    return events.at(-1) as DoubleEvent;
  }

  #add(events: readonly DoubleEvent[]): void {
    for (const event of events) {
      const standing = this.#streams.get(event.stream);
      if (standing) standing.push(event);
      else this.#streams.set(event.stream, [event]);
      this.events.push(event);
      this.#end = Math.max(this.#end, event.position + RECORD_BYTES + sizeOf(event) + event.stream.length);
    }
  }
}

const sizeOf = ({ type, data, metadata }: ProposedEvent) => Buffer.byteLength(type) + data.length + metadata.length;

const base64 = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

/** One line per append, so that it is stored as a whole or not at all. */
const formatLine = (events: readonly DoubleEvent[]): string =>
  `${JSON.stringify(
    events.map((event) => ({
      ...event,
      data: base64(event.data),
      metadata: base64(event.metadata),
      created: String(event.created),
    })),
  )}\n`;

const parseLine = (line: string): DoubleEvent[] =>
  (JSON.parse(line) as (DoubleEvent & { data: string; metadata: string; created: string })[]).map((event) => ({
    ...event,
    data: Buffer.from(event.data, 'base64'),
    metadata: Buffer.from(event.metadata, 'base64'),
    created: BigInt(event.created),
  }));
