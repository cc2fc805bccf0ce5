import { StoreUnavailable } from '../port.ts';

/**
 * Limits the bytes of concurrent calls on one connection: calls behind tens of megabytes would time out and be retried,
 * which makes it worse. A single larger call runs alone.
 */
export class BytesInFlight {
  readonly #most: number;
  readonly #patience: number;
  readonly #waiting: { readonly bytes: number; readonly turn: PromiseWithResolvers<void> }[] = [];
  #bytes = 0;
  /** Runs while a call waits, restarted by each answer. */
  #silence: NodeJS.Timeout | undefined;

  /** After `patience` milliseconds without an answer, waiting calls fail as unavailable. */
  constructor(most: number, patience: number) {
    this.#most = most;
    this.#patience = patience;
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
    const turn = Promise.withResolvers<void>();
    this.#waiting.push({ bytes, turn });
    this.#letIn();
    if (this.#waiting.length > 0) this.#silence ??= setTimeout(() => this.#giveUp(), this.#patience);
    return turn.promise;
  }

  #letIn(): void {
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      if (this.#bytes > 0 && this.#bytes + next.bytes > this.#most) return;
      this.#waiting.shift();
      this.#bytes += next.bytes;
      next.turn.resolve();
    }
    this.#endSilence();
  }

  #giveUp(): void {
    this.#endSilence();
    const away = new StoreUnavailable('The event store has answered none of the appends before this one');
    for (const { turn } of this.#waiting.splice(0)) turn.reject(away);
  }

  #endSilence(): void {
    clearTimeout(this.#silence);
    this.#silence = undefined;
  }
}
