import { rest } from '../../timing/rest.ts';
import type { Vault } from '../vault/vault.ts';
import { takePart } from './lease.ts';

/** Only one process at a time does this; it ends soon after its signal aborts. `term` is the fencing number, null if alone. */
export interface Duty {
  /** Completes "… has failed". */
  readonly name: string;
  readonly run: (signal: AbortSignal, term: number | null) => Promise<void>;
}

export interface Leading {
  readonly isLeading: boolean;
  /** The fencing number of its term; null while another leads, and where there is no other. */
  readonly term: number | null;
  /** Ends all duties, then lets another process lead; resolves when it is over. */
  stop(): Promise<void>;
}

/** A store that is away is the usual reason: the duty is taken up again until it is there. */
const AGAIN_AFTER_MS = 1000;

/** Carries the duties out from now on: the only process is this one. */
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

/** Carries the duties out while this process holds the lease, whose terms begin above `newestTerm`. */
export function leadInTurn(
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

/** For a process that never leads. */
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
