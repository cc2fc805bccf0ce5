import { rest } from '../../timing/rest.ts';
import { retrying } from '../../timing/retrying.ts';

const BACKOFF = { first: 1000 };

export class Superseded extends Error {
  override readonly name = 'Superseded';
}

export const describeError = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

export type OnProblem = (message: string, error: unknown) => void;

/** The time during which this process leads: one fencing token, one end, shared retries. */
export class Term {
  /** Fencing token of the lease; null if no other process can lead. */
  readonly number: number | null;
  readonly signal: AbortSignal;
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

  /** Ends the term early and reports why. */
  end(message: string, reason: Error): void {
    if (this.isOver) return;
    this.#onProblem(message, reason);
    this.#end.abort();
  }

  /** Another process leads: it refuses later writes of this one. */
  supersede(): void {
    this.end('Another process leads the read models now', new Superseded('Its term has ended'));
  }

  /** A process without a term has changed the pointers: lead again. */
  disowned(): void {
    const mismatch = new Superseded('The live generations are not those that this process folds');
    this.end('Leading the read models begins anew', mismatch);
  }

  abort(): void {
    this.#end.abort();
  }

  async persist(problem: string, attempt: () => Promise<void>): Promise<void> {
    const persisted = async () => {
      await attempt();
      this.problem = null;
    };
    await retrying(this.signal, BACKOFF, persisted, (error) => {
      if (error instanceof Superseded) return this.supersede();
      this.problem = describeError(error);
      this.#onProblem(problem, error);
    });
  }

  pause(ms: number, ...others: AbortSignal[]): Promise<void> {
    return rest(ms, this.signal, ...others);
  }
}
