import { rest } from './rest.ts';

/** Pauses between attempts, in milliseconds. */
export interface Backoff {
  readonly first: number;
  /** Default `first`: all pauses are equal. */
  readonly longest?: number;
  /** By how much each pause is longer than the one before it; default 2. */
  readonly factor?: number;
  /** Default: without end. */
  readonly attempts?: number;
  /** No attempt begins later than this after the first one. */
  readonly within?: number;
}

/** Each pause is shorter by up to this share, so that processes that failed together do not try again together. */
const JITTER = 0.2;

/** The pauses of a backoff, one after another. */
export class Pauses {
  readonly #backoff: Backoff;
  #next: number;

  constructor(backoff: Backoff) {
    this.#backoff = backoff;
    this.#next = backoff.first;
  }

  /** Milliseconds. */
  next(): number {
    const { first, longest = first, factor = 2 } = this.#backoff;
    const pause = this.#next;
    this.#next = Math.min(pause * factor, longest);
    return pause * (1 - JITTER * Math.random());
  }

  /** The next pause is the first one again. */
  reset(): void {
    this.#next = this.#backoff.first;
  }
}

/**
 * Runs an attempt until it succeeds, and answers its value; undefined once the signal has aborted. `onFailure` hears of each
 * failure and whether it is the last, gives up by throwing, and may answer a signal that ends the pause early. An attempt that gets on before it fails calls
 * `succeeded`: then attempts and pauses are counted anew. Throws the last error when the backoff allows no further attempt.
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
