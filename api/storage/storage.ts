import { MessageChannel, Worker } from 'node:worker_threads';
import { createRequestQueue, type StorageCalls } from './request-queue.ts';
import type { Answers } from './storage-worker.ts';
import { watchWrites } from './write-watch.ts';

export interface Storage extends StorageCalls {
  /** Why the last durable write failed, or null. It writes one page to find out whether that still holds. */
  refusal(): Promise<string | null>;
  close(): Promise<void>;
}

/** Starts the thread of all writing connections: a slow disk never blocks the main thread. `onLost`: it ended unexpectedly. */
export async function openStorage(onLost: (error: Error) => void = () => {}): Promise<Storage> {
  const { port1: port, port2 } = new MessageChannel();
  const worker = new Worker(new URL('./storage-worker.ts', import.meta.url), {
    name: 'storage',
    workerData: { port: port2 },
    transferList: [port2],
  });
  const queue = createRequestQueue((batch) => port.postMessage(batch));
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
      await queue.calls.truncateLogs().finally(async () => {
        queue.end('The storage has been closed');
        port.close();
        await exited;
      });
    },
  };
}
