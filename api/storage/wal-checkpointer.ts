import { Worker } from 'node:worker_threads';
import { CHECKPOINT_PAGES, type Databases } from './databases.ts';
import { createThreadLock } from './thread-lock.ts';

/** Statements that are carried out before a log's length is looked up, which costs a tenth of a commit. */
const STATEMENTS_BETWEEN_LOOKS = 20;
/** The storage thread itself checkpoints these: that takes no longer than a commit. */
const FEW_PAGES = 100;
/** A log of this length is checkpointed to its end at the cost of a wait; else it would never start anew. */
const LONG_LOG_PAGES = 8 * CHECKPOINT_PAGES;

export interface WalCheckpointer {
  written(file: string, statements: number): void;
  runExclusively<Value>(action: () => Value): Value;
  /** Ends the other thread, which would keep this one alive. */
  close(): void;
}

/** Checkpoints write-ahead logs in its own thread: a thousand pages and two syncs would delay every command. */
export function createWalCheckpointer(databases: Databases): WalCheckpointer {
  const lock = createThreadLock();
  const underWay = new Set<string>();
  const unseen = new Map<string, number>();
  let thread: Worker | undefined;

  const finish = (file: string) => {
    underWay.delete(file);
    const { pages, checkpointed } = databases.log(file);
    if (checkpointed < pages && (pages - checkpointed < FEW_PAGES || pages >= LONG_LOG_PAGES))
      databases.checkpoint(file);
  };
  const start = (): Worker => {
    const worker = new Worker(new URL('./wal-checkpoint-worker.ts', import.meta.url), {
      name: 'logs',
      workerData: lock.shared,
    });
    worker.on('message', finish);
    worker.on('error', () => {});
    worker.on('exit', () => {
      thread = undefined;
      underWay.clear();
    });
    return worker;
  };

  return {
    written(file, statements) {
      const since = (unseen.get(file) ?? 0) + statements;
      unseen.set(file, since < STATEMENTS_BETWEEN_LOOKS ? since : 0);
      if (since < STATEMENTS_BETWEEN_LOOKS) return;
      const { pages, checkpointed } = databases.log(file);
      if (pages - checkpointed < CHECKPOINT_PAGES || underWay.has(file)) return;
      underWay.add(file);
      thread ??= start();
      thread.postMessage(file);
    },
    runExclusively: lock.runExclusively,
    close: () => lock.runExclusively(() => void thread?.terminate()),
  };
}
