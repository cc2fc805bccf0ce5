import { setTimeout as pause } from 'node:timers/promises';

const RETRY_MS = 1000;

/** Another process leads: the process that gets this error stops leading. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

export const describeError = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

export type OnProblem = (message: string, error: unknown) => void;

/** The time in which this process leads. Its parts share the fencing number, the end, and how they retry. */
export class Term {
  /** Fencing number of the lease; null where no other process can lead. */
  readonly number: number | null;
  readonly signal: AbortSignal;
  /** Why the leader cannot go on just now. */
  problem: string | null = null;
  readonly #end = new AbortController();
  readonly #onProblem: OnProblem;

  constructor(number: number | null, until: AbortSignal, onProblem: OnProblem) {
    this.number = number;
    this.signal = AbortSignal.any([until, this.#end.signal]);
    this.#onProblem = onProblem;
  }

  get isOver(): boolean {
    return this.signal.aborted;
  }

  /** Ends the term before its signal does, and reports why. */
  end(message: string, reason: Error): void {
    if (this.isOver) return;
    this.#onProblem(message, reason);
    this.#end.abort();
  }

  /** Another process leads: nothing that this one still writes counts. */
  overtaken(): void {
    this.end('Another process leads the read models now', new Overtaken('Its term has ended'));
  }

  /** Another process has changed the pointers without a term: the caller leads anew. */
  disowned(): void {
    const mismatch = new Overtaken('Other generations are live than the ones that it folds');
    this.end('Leading the read models begins anew', mismatch);
  }

  /** Ends the term because of a bug; the promise that failed reports it. */
  abort(): void {
    this.#end.abort();
  }

  /** Retries until the attempt succeeds or the term is over. */
  async persist(problem: string, attempt: () => Promise<void>): Promise<void> {
    while (!this.isOver) {
      try {
        await attempt();
        this.problem = null;
        return;
      } catch (error) {
        if (error instanceof Overtaken) return this.overtaken();
        this.problem = describeError(error);
        this.#onProblem(problem, error);
        await this.pause(RETRY_MS);
      }
    }
  }

  /** Ends early with the term, or with one of the other signals. */
  pause(ms: number, ...others: AbortSignal[]): Promise<void> {
    const signal = AbortSignal.any([this.signal, ...others]);
    return pause(ms, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
