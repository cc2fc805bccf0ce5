import { withCorrelation } from '../correlation.ts';
import { type Advance, advanceBulk } from './advance-bulk.ts';

export interface BulksOptions extends Advance {
  /** Those that are not finished; one that is may stand there a little longer. */
  readonly open: () => Promise<readonly string[]>;
  /** Calls back when there may be a new one; answers how to end that. */
  readonly onNews: (ring: () => void) => () => void;
}

/** Those of other processes, and what a store's absence has interrupted, are found by looking. */
const LOOK_EVERY_MS = 1000;

/** Carries bulk changes and their undoing out, all that are open side by side and each part by part, until the signal aborts. */
export async function runBulks(options: BulksOptions, signal: AbortSignal): Promise<void> {
  const bell = createBell(signal);
  const end = options.onNews(bell.ring);
  try {
    while (!signal.aborted) {
      const hasWorked = await advanceAll(options).catch((error: unknown) => {
        options.onProblem('The bulk changes cannot be looked at', error);
        return false;
      });
      if (!hasWorked) await bell.heard(LOOK_EVERY_MS);
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

/** Somebody who rings while nobody listens is heard at once by who comes next. */
function createBell(signal: AbortSignal) {
  let isRung = false;
  let wake = () => {};
  return {
    ring() {
      isRung = true;
      wake();
    },
    async heard(patienceMs: number): Promise<void> {
      if (!isRung && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, patienceMs).unref();
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
          signal.addEventListener('abort', wake, { once: true });
        }).finally(() => signal.removeEventListener('abort', wake));
      }
      isRung = false;
    },
  };
}
