import { Worker } from 'node:worker_threads';
import { CHECKPOINT_PAGES, type Databases } from './databases.ts';
import { createTurnstile } from './turnstile.ts';

/** Moved in the storage thread itself: it takes no longer than a commit. */
const FEW_PAGES = 100;
/** A log that has grown to this length is moved to its end, whatever waits; else it would never begin anew. */
const LONG_LOG_PAGES = 8 * CHECKPOINT_PAGES;

export interface LogMover {
  /** To be told of a file once its commit has been answered. */
  written(file: string): void;
  /** No log is moved by the other thread while `action` runs. */
  alone<Value>(action: () => Value): Value;
  /** Ends the other thread, which would keep this one alive. */
  close(): void;
}

/**
 * Moves write-ahead logs into their main files in a thread of its own: a thousand pages and two syncs would keep every
 * command waiting that comes meanwhile. The thread starts when there is first something to move.
 */
export function createLogMover(databases: Databases): LogMover {
  const turnstile = createTurnstile();
  const underWay = new Set<string>();
  let thread: Worker | undefined;

  /** What was committed while the other thread was at it is little; behind it the log begins anew. */
  const finish = (file: string) => {
    underWay.delete(file);
    const { pages, moved } = databases.log(file);
    if (moved < pages && (pages - moved < FEW_PAGES || pages >= LONG_LOG_PAGES)) databases.moveLog(file);
  };
  const start = (): Worker => {
    const worker = new Worker(new URL('./log-mover-worker.ts', import.meta.url), {
      name: 'logs',
      workerData: turnstile.shared,
    });
    worker.on('message', finish);
    // The next file that has grown starts another.
    worker.on('error', () => {});
    worker.on('exit', () => {
      thread = undefined;
      underWay.clear();
    });
    return worker;
  };

  return {
    written(file) {
      const { pages, moved } = databases.log(file);
      if (pages - moved < CHECKPOINT_PAGES || underWay.has(file)) return;
      underWay.add(file);
      thread ??= start();
      thread.postMessage(file);
    },
    alone: turnstile.alone,
    close: () => turnstile.alone(() => void thread?.terminate()),
  };
}
