import { rest } from '../../timing/rest.ts';
import { retrying } from '../../timing/retrying.ts';

const BACKOFF = { first: 1000 };

/** Another process leads; the process that gets this error stops leading. */
export class Superseded extends Error {
  override readonly name = 'Superseded';
}

export const describeError = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

export type OnProblem = (message: string, error: unknown) => void;

/** The time during which this process leads. Its parts share the fencing token, the end and the retries. */
export class Term {
  /** Fencing token of the lease; null if no other process can lead. */
  readonly number: number | null;
  readonly signal: AbortSignal;
  /** What currently blocks the leader. */
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

  /** Another process leads: later writes of this one are void. */
  supersede(): void {
    this.end('Another process leads the read models now', new Superseded('Its term has ended'));
  }

  /** A process without a term has changed the pointers: the caller leads anew. */
  disowned(): void {
    const mismatch = new Superseded('Other generations are live than the ones that it folds');
    this.end('Leading the read models begins anew', mismatch);
  }

  /** Ends the term because of a bug; the failed promise reports it. */
  abort(): void {
    this.#end.abort();
  }

  /** Retries until the attempt succeeds or the term ends. */
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

  /** Ends early with the term or one of the other signals. */
  pause(ms: number, ...others: AbortSignal[]): Promise<void> {
    return rest(ms, this.signal, ...others);
  }
}
