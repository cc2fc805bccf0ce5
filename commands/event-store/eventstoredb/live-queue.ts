import { MAX_PAGE_BYTES, type StoredEvent } from '../port.ts';
import type { ScannedPage } from './reading.ts';
import { weightOf } from './stored-event.ts';

/** Beyond that, the consumer reads pages. */
const MAX_EVENTS = 2000;

/**
 * Delivered events and scan positions in order; a position counts only after the events before it. A full queue ends.
 */
export class LiveQueue {
  readonly #entries: (StoredEvent | bigint)[] = [];
  #events = 0;
  #bytes = 0;
  #scannedTo: bigint;
  readonly #ending = new AbortController();
  #error: unknown;
  #wake = () => {};

  constructor(scannedTo: bigint) {
    this.#scannedTo = scannedTo;
  }

  get scannedTo(): bigint {
    return this.#scannedTo;
  }

  get ended(): AbortSignal {
    return this.#ending.signal;
  }

  get error(): unknown {
    return this.#error;
  }

  add(entry: StoredEvent | bigint): void {
    const position = typeof entry === 'bigint' ? entry : entry.position;
    if (this.ended.aborted || position <= this.#scannedTo) return;
    if (typeof entry !== 'bigint') {
      if (this.#events === MAX_EVENTS || this.#bytes > MAX_PAGE_BYTES) {
        this.end();
        return;
      }
      this.#events += 1;
      this.#bytes += weightOf(entry);
    }
    this.#entries.push(entry);
    this.#scannedTo = position;
    this.#wake();
  }

  end(error?: unknown): void {
    if (this.ended.aborted) return;
    this.#error = error;
    this.#ending.abort();
    this.#wake();
  }

  /** Undefined when the queue is empty and ended. */
  async take(limit: number): Promise<ScannedPage | undefined> {
    while (this.#entries.length === 0) {
      if (this.ended.aborted) return undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const events: StoredEvent[] = [];
    let [taken, bytes, scannedTo] = [0, 0, 0n];
    for (const entry of this.#entries) {
      if (typeof entry !== 'bigint') {
        const weight = weightOf(entry);
        if (events.length === limit || (events.length > 0 && bytes + weight > MAX_PAGE_BYTES)) break;
        events.push(entry);
        bytes += weight;
      }
      scannedTo = typeof entry === 'bigint' ? entry : entry.position;
      taken += 1;
    }
    this.#entries.splice(0, taken);
    this.#events -= events.length;
    this.#bytes -= bytes;
    return { events, scannedTo };
  }
}
