import { StoreUnavailable } from '../port.ts';

/** Limits the bytes of concurrent calls, because calls behind megabytes would time out. A larger call runs alone. */
export class BytesInFlight {
  readonly #most: number;
  readonly #timeout: number;
  readonly #waiting: { readonly bytes: number; readonly start: PromiseWithResolvers<void> }[] = [];
  #bytes = 0;
  /** Runs while a call waits; each answer restarts it. */
  #silence: NodeJS.Timeout | undefined;

  /** After `timeout` milliseconds without an answer, waiting calls fail as unavailable. */
  constructor(most: number, timeout: number) {
    this.#most = most;
    this.#timeout = timeout;
  }

  async run<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    await this.#enter(bytes);
    try {
      const result = await work();
      this.#silence?.refresh();
      return result;
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) this.#silence?.refresh();
      throw error;
    } finally {
      this.#bytes -= bytes;
      this.#letIn();
    }
  }

  #enter(bytes: number): Promise<void> {
    const start = Promise.withResolvers<void>();
    this.#waiting.push({ bytes, start });
    this.#letIn();
    if (this.#waiting.length > 0) this.#silence ??= setTimeout(() => this.#giveUp(), this.#timeout);
    return start.promise;
  }

  #letIn(): void {
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      if (this.#bytes > 0 && this.#bytes + next.bytes > this.#most) return;
      this.#waiting.shift();
      this.#bytes += next.bytes;
      next.start.resolve();
    }
    this.#endSilence();
  }

  #giveUp(): void {
    this.#endSilence();
    const away = new StoreUnavailable('The event store has answered none of the appends before this one');
    for (const { start } of this.#waiting.splice(0)) start.reject(away);
  }

  #endSilence(): void {
    clearTimeout(this.#silence);
    this.#silence = undefined;
  }
}
