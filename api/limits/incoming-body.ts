import type { Request, Response } from 'express';
import { BLOCK_BYTES, giveBlocks, takeBlock } from './blocks.ts';
import { BODY_BYTES_PER_SECOND, FREE_PIECES, type Limits, SMALLEST_PIECE_BYTES, TIMES } from './limits.ts';
import type { Transfer } from './transfers.ts';

/** How reading came to its end: `stopped` by the reader, `slow` by the clock, `busy` for want of room, `scattered` in too small pieces. */
export type Ending = 'whole' | 'stopped' | 'slow' | 'busy' | 'scattered';

type Take = (chunk: Buffer) => boolean | 'busy' | Promise<boolean>;

/** The body of one request on its way in. Nothing of it is read before a reader asks. */
export class IncomingBody implements Transfer {
  readonly address: string;
  readonly #request: Request;
  readonly #response: Response;
  readonly #limits: Limits;
  #deadline = 0;
  #blocks: Buffer[] = [];
  #size = 0;
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
    return this.#finish ? this.#deadline - TIMES.bodyMs + TIMES.stalledMs : Number.POSITIVE_INFINITY;
  }

  /** Until `unpark` the whole body waits for its request's turn: it makes room like one that has stalled. */
  park(onEnd: () => void): void {
    this.#parked = { at: performance.now(), onEnd };
  }

  unpark(): void {
    this.#parked = undefined;
  }

  /** Ended in favour of another one. */
  end(): void {
    this.#parked?.onEnd();
    this.#finish?.('busy');
  }

  get size(): number {
    return this.#size;
  }

  /** Keeps a chunk, or as much of it as there is room for; 'busy' where that is not all. */
  keep(chunk: Buffer): true | 'busy' {
    for (let at = 0; at < chunk.length; ) {
      const used = this.#size % BLOCK_BYTES;
      if (used === 0 && !this.#addBlock()) return 'busy';
      const copied = chunk.copy(this.#blocks.at(-1) as Buffer, used, at);
      at += copied;
      this.#size += copied;
    }
    return true;
  }

  /** What was kept, once. */
  takeBytes(): Buffer {
    const bytes = Buffer.concat(this.#blocks, this.#size);
    this.#giveBlocks();
    return bytes;
  }

  /** The first block takes none of the budget. */
  #addBlock(): boolean {
    if (this.#isBrokenOff || (this.#blocks.length > 0 && !this.#limits.bodies.hold(this, BLOCK_BYTES))) return false;
    this.#blocks.push(takeBlock());
    return true;
  }

  #giveBlocks(): void {
    giveBlocks(this.#blocks);
    this.#blocks = [];
  }

  /** Hands over each chunk; `take` answers whether it wants the next one, or that there is no room. Fails where the client leaves. */
  read(take: Take): Promise<Ending> {
    const request = this.#request;
    const { promise, resolve, reject } = Promise.withResolvers<Ending>();
    let pieces = 0;
    let received = 0;
    const hear = (chunk: Buffer): void => {
      pieces += 1;
      received += chunk.length;
      if (pieces > FREE_PIECES + received / SMALLEST_PIECE_BYTES) return void this.#finish?.('scattered');
      this.#extend(chunk.length);
      settle(take(chunk));
    };
    const settle = (taken: ReturnType<Take>): void => {
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
    const leave = () => reject(new Error('The client left before its request was whole'));
    this.#response.once('close', () => {
      this.#limits.bodies.release(this);
      this.#breakOff();
    });
    this.#finish = (ending) => {
      this.#finish = undefined;
      // A client that was answered has a moment to stop sending; under load nothing is read meanwhile.
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
    request.on('data', hear).once('end', end).once('error', leave).once('close', leave);
    if (/^100-continue$/i.test(request.headers.expect ?? '')) this.#response.writeContinue();
    return promise.finally(() => {
      this.#finish = undefined;
      clearTimeout(this.#timer);
      request.off('data', hear).off('end', end).off('error', leave).off('close', leave);
    });
  }

  #breakOff(): void {
    this.#isBrokenOff = true;
    this.#giveBlocks();
  }

  #extend(bytes: number): void {
    const bought = (bytes / BODY_BYTES_PER_SECOND) * 1000;
    this.#deadline = Math.min(this.#deadline + bought, performance.now() + TIMES.bodyMs);
  }

  #watch(): void {
    const left = this.#deadline - performance.now();
    if (left <= 0) return void this.#finish?.('slow');
    this.#timer = setTimeout(() => this.#watch(), left).unref();
  }
}
