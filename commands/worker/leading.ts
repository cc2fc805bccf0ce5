import { rest } from '../../timing/rest.ts';
import type { Vault } from '../vault/vault.ts';
import { takePart } from './lease.ts';

/**
 * Runs only on the leader, and ends soon after its signal aborts. `term` is the fencing token, null for a single
 * process.
 */
export interface Duty {
  readonly name: string;
  readonly run: (signal: AbortSignal, term: number | null) => Promise<void>;
}

export interface Leading {
  readonly isLeading: boolean;
  /** Fencing token; null while another process leads, and for a single process. */
  readonly term: number | null;
  /** Ends all duties, then releases the lease. */
  stop(): Promise<void>;
}

/** Usually a store is unavailable: the duty is retried until it is back. */
const AGAIN_AFTER_MS = 1000;

export function leadAlone(duties: readonly Duty[], onProblem: (message: string, error: unknown) => void): Leading {
  const stopping = new AbortController();
  const running = carryOut(duties, stopping.signal, null, onProblem);
  return {
    isLeading: true,
    term: null,
    stop() {
      stopping.abort();
      return running;
    },
  };
}

/** Runs the duties while this process has the lease. Terms begin above `newestTerm`. */
export function leadWithLease(
  vault: Vault,
  duties: readonly Duty[],
  newestTerm: () => Promise<number>,
  onProblem: (message: string, error: unknown) => void,
): Leading {
  const work = (signal: AbortSignal, term: number) => carryOut(duties, signal, term, onProblem);
  const lease = takePart({ vault, newestTerm, onProblem, work });
  return {
    get isLeading() {
      return lease.held !== null;
    },
    get term() {
      return lease.held;
    },
    stop: () => lease.stop(),
  };
}

export const FOLLOWING: Leading = { isLeading: false, term: null, stop: async () => {} };

async function carryOut(
  duties: readonly Duty[],
  signal: AbortSignal,
  term: number | null,
  onProblem: (message: string, error: unknown) => void,
): Promise<void> {
  const persist = async ({ name, run }: Duty) => {
    while (!signal.aborted) {
      await run(signal, term).catch((error) => onProblem(`${name} has failed`, error));
      await rest(AGAIN_AFTER_MS, signal);
    }
  };
  await Promise.all(duties.map(persist));
}
