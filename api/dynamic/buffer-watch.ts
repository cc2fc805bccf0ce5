import type { Worker } from 'node:worker_threads';
import { currentFold, type FoldWatch } from './fold-watch.ts';

const MB = 2 ** 20;
const LOOK_EVERY_MS = 100;
/** So often a thread above the limit may be between two folds, before it ends without a culprit. */
const MOST_BETWEEN_FOLDS = 20;

/** The heap's limit does not cover buffers, so a fold that keeps them could take all memory of the process. */
export function watchForBuffers(
  worker: Worker,
  watch: FoldWatch,
  limitMb: number,
  onTooMany: () => void,
): NodeJS.Timeout {
  let betweenFolds = 0;
  const look = async () => {
    // Rejects after the thread has ended.
    const statistics = await worker.getHeapStatistics().catch(() => null);
    if (statistics === null || statistics.external_memory <= limitMb * MB) {
      betweenFolds = 0;
      return;
    }
    betweenFolds += currentFold(watch) === null ? 1 : MOST_BETWEEN_FOLDS;
    if (betweenFolds < MOST_BETWEEN_FOLDS) return;
    clearInterval(timer);
    onTooMany();
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  return timer.unref();
}
