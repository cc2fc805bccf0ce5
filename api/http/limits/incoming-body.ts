import type { Request, Response } from 'express';
import { acquireBlock, BLOCK_BYTES, releaseBlocks } from './blocks.ts';
import { BODY_BYTES_PER_SECOND, FREE_PIECES, type Limits, SMALLEST_PIECE_BYTES, TIMES } from './limits.ts';
import type { Transfer } from './transfers.ts';

/** `stopped` by the reader, `slow` by the clock, `busy` for want of room, `scattered` in too small pieces. */
export type Ending = 'whole' | 'stopped' | 'slow' | 'busy' | 'scattered';

type Take = (chunk: Buffer) => boolean | Promise<boolean | 'busy'>;

export class IncomingBody implements Transfer {
  readonly address: string;
  readonly #request: Request;
  readonly #response: Response;
  readonly #limits: Limits;
  #deadline = 0;
  #blocks: Buffer[] = [];
  #size = 0;
  #received = 0;
  #waitingFrom: number | undefined;
  #isBrokenOff = false;
  #timer: NodeJS.Timeout | undefined;
  #parked: { readonly at: number; readonly onEnd: () => void } | undefined;
  #finish: ((ending: Ending) => void) | undefined;

  constructor({
    request,
    response,
    address,
    limits,
  }: { request: Request; response: Response; address: string; limits: Limits }) {
    this.#request = request;
    this.#response = response;
    this.address = address;
    this.#limits = limits;
  }

  get stalledFrom(): number {
    if (this.#parked) return this.#parked.at;
    if (this.#waitingFrom !== undefined) return Number.POSITIVE_INFINITY;
    return this.#finish ? this.#deadline - TIMES.bodyMs + TIMES.stalledMs : Number.POSITIVE_INFINITY;
  }

  /** The whole body waits until `unpark`, and counts as stalled meanwhile. */
  park(onEnd: () => void): void {
    this.#parked = { at: performance.now(), onEnd };
  }

  unpark(): void {
    this.#parked = undefined;
  }

  end(): void {
    this.#parked?.onEnd();
    this.#finish?.('busy');
  }

  get size(): number {
    return this.#size;
  }

  /** Stores a chunk as soon as there is room; 'busy' if there is none for too long. The chunk is empty afterwards. */
  keep(chunk: Buffer): true | Promise<true | 'busy'> {
    const copied = this.#copy(chunk, 0);
    if (copied < chunk.length) return this.#keepRest(chunk, copied);
    free(chunk);
    return true;
  }

  async #keepRest(chunk: Buffer, copied: number): Promise<true | 'busy'> {
    for (let at = copied; at < chunk.length; at = this.#copy(chunk, at)) {
      if (!(await this.#holdBlockSoon())) {
        free(chunk);
        return 'busy';
      }
    }
    free(chunk);
    return true;
  }

  #copy(chunk: Buffer, from: number): number {
    let at = from;
    while (at < chunk.length && !this.#isBrokenOff) {
      if (this.#size === this.#blocks.length * BLOCK_BYTES && !this.#holdBlock()) break;
      const copied = chunk.copy(this.#blocks.at(-1) as Buffer, this.#size % BLOCK_BYTES, at);
      at += copied;
      this.#size += copied;
    }
    return at;
  }

  takeBytes(): Buffer {
    const bytes = Buffer.concat(this.#blocks, this.#size);
    this.#releaseBlocks();
    return bytes;
  }

  #holdBlock(): boolean {
    if (this.#blocks.length > 0 && !this.#limits.bodies.hold(this, BLOCK_BYTES)) return false;
    this.#blocks.push(acquireBlock());
    return true;
  }

  /** The wait does not count against the body's deadline. */
  async #holdBlockSoon(): Promise<boolean> {
    if (this.#isBrokenOff) return false;
    const { 'content-length': length = Number.MAX_SAFE_INTEGER } = this.#request.headers;
    this.#waitingFrom = performance.now();
    const isHeld = await this.#limits.bodies.holdSoon(this, BLOCK_BYTES, Number(length) - this.#received);
    this.#deadline += performance.now() - this.#waitingFrom;
    this.#waitingFrom = undefined;
    if (!isHeld || this.#isBrokenOff) return false;
    this.#blocks.push(acquireBlock());
    return true;
  }

  #releaseBlocks(): void {
    releaseBlocks(this.#blocks);
    this.#blocks = [];
  }

  /** Passes each chunk to `take`, which returns whether it wants the next one. Rejects if the client leaves. */
  read(take: Take): Promise<Ending> {
    const request = this.#request;
    const { promise, resolve, reject } = Promise.withResolvers<Ending>();
    let pieces = 0;
    const receive = (chunk: Buffer): void => {
      pieces += 1;
      this.#received += chunk.length;
      if (pieces > FREE_PIECES + this.#received / SMALLEST_PIECE_BYTES) return void this.#finish?.('scattered');
      this.#extend(chunk.length);
      settle(take(chunk));
    };
    const settle = (taken: ReturnType<Take> | 'busy'): void => {
      if (!this.#finish) return;
      if (taken === 'busy') this.#finish('busy');
      else if (taken === false) this.#finish('stopped');
      else if (taken === true) request.resume();
      else {
        request.pause();
        taken.then(settle, reject);
      }
    };
    const end = () => this.#finish?.('whole');
    const leave = () => {
      if (this.#finish) reject(new Error('The client disconnected before its request was complete'));
    };
    this.#response.once('close', () => this.#breakOff());
    this.#finish = (ending) => {
      this.#finish = undefined;
      // After an early answer the client has a moment to stop sending; under load nothing is read meanwhile.
      if (ending !== 'whole') this.#breakOff();
      if (ending === 'stopped') request.resume();
      else if (ending !== 'whole') {
        request.pause();
        this.#limits.refused('bodies');
      }
      resolve(ending);
    };
    this.#deadline = performance.now() + TIMES.bodyMs;
    this.#watch();
    request.on('data', receive).once('end', end).once('error', leave).once('close', leave);
    if (/^100-continue$/i.test(request.headers.expect ?? '')) this.#response.writeContinue();
    return promise.finally(() => {
      this.#finish = undefined;
      clearTimeout(this.#timer);
      request.off('data', receive).off('end', end).off('error', leave).off('close', leave);
    });
  }

  #breakOff(): void {
    this.#isBrokenOff = true;
    this.#limits.bodies.release(this);
    this.#releaseBlocks();
  }

  #extend(bytes: number): void {
    const bought = (bytes / BODY_BYTES_PER_SECOND) * 1000;
    this.#deadline = Math.min(this.#deadline + bought, performance.now() + TIMES.bodyMs);
  }

  #watch(): void {
    const left = this.#deadline - (this.#waitingFrom ?? performance.now());
    if (left <= 0) return void this.#finish?.('slow');
    this.#timer = setTimeout(() => this.#watch(), left).unref();
  }
}

const LEAST_FREED_BYTES = 1024;

/** Frees the memory of an unshared chunk now instead of at the next garbage collection. */
function free({ buffer, byteOffset, length }: Buffer): void {
  if (length < LEAST_FREED_BYTES || byteOffset > 0 || length < buffer.byteLength) return;
  (buffer as ArrayBuffer).transfer(0);
}
