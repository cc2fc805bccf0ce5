import type { Response } from 'express';
import type { LiveMessage, LiveMessageName } from '../contract/live.ts';
import { type Audience, changesFor, type Located, maySee } from './audience.ts';

/** Buffered for a client that does not read; beyond it the client must reconnect. */
const MOST_BYTES = 256 * 1024;
/** Per message; more notices become one `lost`. */
const MOST_NOTICES = 2000;

export type Ending = 'client' | 'rights' | 'slow' | 'failed' | 'stop';

export interface ConnectionOptions {
  readonly audience: Audience;
  readonly response: Response;
  readonly idOf: (position: bigint) => string;
  /** Session and rights are unchanged since the connection was opened. */
  readonly isStillAllowed: () => Promise<boolean>;
  readonly beatMs: number;
  readonly isOnce: boolean;
  readonly onEnd: (ending: Ending) => void;
  readonly onProblem: (error: unknown) => void;
}

/** A listening browser tab. Messages are sent in order, and its rights are checked before each. */
export class Connection {
  readonly audience: Audience;
  readonly #options: ConnectionOptions;
  #waiting: Located[] = [];
  #isLost = false;
  #isBeat = false;
  #position = 0n;
  #isOpen = false;
  #isSending = false;
  #isOver = false;
  #beat: NodeJS.Timeout | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.audience = options.audience;
    options.response.once('close', () => this.#over('client'));
  }

  open(missed: readonly Located[], position: bigint, { isLost }: { isLost: boolean }): void {
    if (this.#isOver) return;
    const { response, beatMs, isOnce } = this.#options;
    response.locals.isLasting = !isOnce;
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      // Proxies that compress or buffer would delay the messages.
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    });
    const arrived = this.#waiting;
    this.#waiting = missed.filter((notice) => maySee(this.audience, notice));
    this.#waiting.push(...arrived);
    this.#isLost ||= isLost;
    if (position > this.#position) this.#position = position;
    this.#write('opened', {});
    this.#isOpen = true;
    if (!isOnce) this.#beat = setInterval(() => this.beat(), beatMs).unref();
    void this.#send().then(() => isOnce && this.end('client'));
  }

  notify(notices: readonly Located[], position: bigint): void {
    if (position > this.#position) this.#position = position;
    for (const notice of notices) if (maySee(this.audience, notice)) this.#waiting.push(notice);
    void this.#send();
  }

  lose(position: bigint): void {
    if (position > this.#position) this.#position = position;
    this.#isLost = true;
    void this.#send();
  }

  beat(): void {
    this.#isBeat = true;
    void this.#send();
  }

  end(ending: Ending): void {
    if (this.#isOver) return;
    this.#over(ending);
    this.#options.response.end();
  }

  async #send(): Promise<void> {
    if (this.#isSending || !this.#isOpen) return;
    this.#isSending = true;
    try {
      while (!this.#isOver && (this.#waiting.length > 0 || this.#isLost || this.#isBeat)) {
        const isLost = this.#isLost || this.#waiting.length > MOST_NOTICES;
        const changes = isLost ? [] : changesFor(this.audience, this.#waiting);
        this.#waiting = [];
        this.#isLost = false;
        this.#isBeat = false;
        const position = this.#position;
        if (!(await this.#options.isStillAllowed())) {
          this.#write('ended', {}, position);
          return this.end('rights');
        }
        if (isLost) this.#write('lost', {}, position);
        else if (changes.length > 0) this.#write('changed', { changes }, position);
        else this.#write('beat', {}, position);
      }
    } catch (error) {
      this.#options.onProblem(error);
      this.end('failed');
    } finally {
      this.#isSending = false;
    }
  }

  #write<Name extends LiveMessageName>(name: Name, message: LiveMessage<Name>, position = this.#position): void {
    if (this.#isOver) return;
    const { response, idOf } = this.#options;
    response.write(`id: ${idOf(position)}\nevent: ${name}\ndata: ${JSON.stringify(message)}\n\n`);
    if (response.writableLength <= MOST_BYTES) return;
    this.#over('slow');
    response.destroy();
  }

  #over(ending: Ending): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearInterval(this.#beat);
    this.#options.onEnd(ending);
  }
}
