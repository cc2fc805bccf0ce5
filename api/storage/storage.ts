import { MessageChannel, Worker } from 'node:worker_threads';
import { createRequestQueue, type StorageCalls } from './request-queue.ts';
import type { Answers } from './storage-worker.ts';
import { watchWrites } from './write-watch.ts';

/** The storage worker, seen from the main thread. */
export interface Storage extends StorageCalls {
  /**
   * Why nothing can be stored durably just now, as the last write of a durable file told, or null. Whether it still holds is
   * tried by writing a page.
   */
  refusal(): Promise<string | null>;
  /** Writes what is pending, then ends the thread. */
  close(): Promise<void>;
}

/**
 * Starts the thread that owns every writing connection, so that a slow disk never stops the main thread.
 * `onLost` is told when the thread ends by itself, after all that waited has been answered: nothing can be written then.
 */
export async function openStorage(onLost: (error: Error) => void = () => {}): Promise<Storage> {
  const { port1: port, port2 } = new MessageChannel();
  const worker = new Worker(new URL('./storage-worker.ts', import.meta.url), {
    name: 'storage',
    workerData: { port: port2 },
    transferList: [port2],
  });
  const queue = createRequestQueue((turn) => port.postMessage(turn));
  let isClosing = false;
  let failure: unknown;
  worker.on('error', (error) => {
    failure = error;
  });
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  exited.then(() => {
    queue.end('The storage thread has ended');
    if (!isClosing) onLost(new Error('The storage thread has ended', { cause: failure }));
  });
  port.on('message', (answers: Answers) => {
    for (const [id, outcome] of answers) queue.answer(id, outcome);
  });

  return {
    ...watchWrites(queue.calls),
    async close() {
      isClosing = true;
      // The thread keeps the process alive, so it ends whatever becomes of the logs.
      await queue.calls.truncateLogs().finally(async () => {
        queue.end('The storage has been closed');
        port.close();
        await exited;
      });
    },
  };
}
