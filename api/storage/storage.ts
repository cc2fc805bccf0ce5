import { MessageChannel, Worker } from 'node:worker_threads';
import { createRequestQueue, type StorageCalls } from './request-queue.ts';
import type { Answers } from './storage-worker.ts';

/** The storage worker, seen from the main thread. */
export interface Storage extends StorageCalls {
  /** Writes what is pending, then ends the thread. */
  close(): Promise<void>;
}

/** Starts the thread that owns every writing connection, so that a slow disk never stops the main thread (design §1). */
export async function openStorage(): Promise<Storage> {
  const { port1: port, port2 } = new MessageChannel();
  const worker = new Worker(new URL('./storage-worker.ts', import.meta.url), {
    name: 'storage',
    workerData: { port: port2 },
    transferList: [port2],
  });
  const queue = createRequestQueue((turn) => port.postMessage(turn));
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  worker.on('error', (error) => queue.end(`The storage thread failed: ${(error as Error).message}`));
  exited.then(() => queue.end('The storage thread has ended'));
  port.on('message', (answers: Answers) => {
    for (const [id, outcome] of answers) queue.answer(id, outcome);
  });

  return {
    ...queue.calls,
    async close() {
      await queue.calls.truncateLogs();
      queue.end('The storage has been closed');
      port.close();
      await exited;
    },
  };
}
