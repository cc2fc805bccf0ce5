import { rest } from './rest.ts';

export interface Backoff {
  readonly first: number;
  /** Default `first`: all pauses are equal. */
  readonly longest?: number;
  /** Growth of each pause; default 2. */
  readonly factor?: number;
  readonly attempts?: number;
  /** Shortens each pause by up to this share, so that clients that fail together do not retry together; default 0.2. */
  readonly jitter?: number;
  /** No attempt begins later than this after the first one. */
  readonly within?: number;
}

export class Pauses {
  readonly #backoff: Backoff;
  #next: number;

  constructor(backoff: Backoff) {
    this.#backoff = backoff;
    this.#next = backoff.first;
  }

  next(): number {
    const { first, longest = first, factor = 2, jitter = 0.2 } = this.#backoff;
    const pause = this.#next;
    this.#next = Math.min(pause * factor, longest);
    return pause * (1 - jitter * Math.random());
  }

  reset(): void {
    this.#next = this.#backoff.first;
  }
}

/**
 * Returns the attempt's value, or undefined once the signal has aborted. `onFailure` gets each error and whether it is
 * the last; it may throw to give up, or return a signal that ends the pause. `succeeded` resets attempts and pauses.
 * Throws the last error when the backoff is exhausted.
 */
export function retrying<Value>(
  signal: null,
  backoff: Backoff,
  attempt: (succeeded: () => void) => Promise<Value>,
  onFailure?: OnFailure,
): Promise<Value>;
export function retrying<Value>(
  signal: AbortSignal,
  backoff: Backoff,
  attempt: (succeeded: () => void) => Promise<Value>,
  onFailure?: OnFailure,
): Promise<Value | undefined>;
export async function retrying<Value>(
  signal: AbortSignal | null,
  backoff: Backoff,
  attempt: (succeeded: () => void) => Promise<Value>,
  onFailure: OnFailure = () => {},
): Promise<Value | undefined> {
  const { attempts = Number.POSITIVE_INFINITY, within = Number.POSITIVE_INFINITY } = backoff;
  const pauses = new Pauses(backoff);
  let begun = performance.now();
  let failures = 0;
  const succeeded = () => {
    begun = performance.now();
    failures = 0;
    pauses.reset();
  };
  while (!signal?.aborted) {
    try {
      return await attempt(succeeded);
    } catch (error) {
      if (signal?.aborted) return undefined;
      failures += 1;
      const pause = pauses.next();
      const isLast = failures >= attempts || performance.now() + pause - begun > within;
      const hurry = onFailure(error, isLast);
      if (isLast) throw error;
      await rest(pause, ...[signal, hurry].filter((one) => one instanceof AbortSignal));
    }
  }
  return undefined;
}

// biome-ignore lint/suspicious/noConfusingVoidType: most answer nothing
export type OnFailure = (error: unknown, isLast: boolean) => AbortSignal | void;
