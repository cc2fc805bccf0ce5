import { withCorrelation } from '../context/correlation.ts';
import { type Advance, advanceBulk } from './advance-bulk.ts';

export interface BulksOptions extends Advance {
  /** May include one that has just finished. */
  readonly open: () => Promise<readonly string[]>;
  /** Subscribes to possible new ones; returns the unsubscribe function. */
  readonly watch: (onNew: () => void) => () => void;
}

/** Finds work of other processes, and work that an unavailable store interrupted. */
const LOOK_EVERY_MS = 1000;

/** Concurrently, each part by part, until the signal aborts. */
export async function runBulks(options: BulksOptions, signal: AbortSignal): Promise<void> {
  const waiting = createWaiting(signal);
  const end = options.watch(waiting.end);
  try {
    while (!signal.aborted) {
      const hasWorked = await advanceAll(options).catch((error: unknown) => {
        options.onProblem('The bulk changes cannot be read', error);
        return false;
      });
      if (!hasWorked) await waiting.wait(LOOK_EVERY_MS);
    }
  } finally {
    end();
  }
}

async function advanceAll(options: BulksOptions): Promise<boolean> {
  const advanced = await Promise.all(
    (await options.open()).map((id) =>
      withCorrelation(id, () =>
        advanceBulk(options, id).catch((error: unknown) => {
          options.onProblem(`The bulk change ${id} cannot go on`, error);
          return false;
        }),
      ),
    ),
  );
  return advanced.some(Boolean);
}

/** An end while nothing waits ends the next wait at once. */
function createWaiting(signal: AbortSignal) {
  let isEnded = false;
  let wake = () => {};
  return {
    end() {
      isEnded = true;
      wake();
    },
    async wait(timeoutMs: number): Promise<void> {
      if (!isEnded && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs).unref();
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
          signal.addEventListener('abort', wake, { once: true });
        }).finally(() => signal.removeEventListener('abort', wake));
      }
      isEnded = false;
    },
  };
}
