import { MessageChannel, Worker } from 'node:worker_threads';
import type { EventToStore } from '../commands/event-store/port.ts';
import type { Append } from './append.ts';
import type { NaiveAnswer, NaiveAppend } from './naive-appender-worker.ts';

export interface NaiveAppender {
  newWriter(newEvent: (n: number) => EventToStore): Append;
  close(): Promise<void>;
}

/** What anyone would write first: a thread that checks the revision and inserts, one message for each event. */
export function openNaiveAppender(file: string): NaiveAppender {
  const { port1: port, port2 } = new MessageChannel();
  const worker = new Worker(new URL('./naive-appender-worker.ts', import.meta.url), {
    workerData: { file, port: port2 },
    transferList: [port2],
  });
  const waiting = new Map<number, { resolve(): void; reject(error: Error): void }>();
  let asked = 0;
  let streams = 0;
  port.on('message', ({ id, isRefused }: NaiveAnswer) => {
    const asker = waiting.get(id);
    waiting.delete(id);
    if (isRefused) asker?.reject(new Error('The stream has another revision'));
    else asker?.resolve();
  });
  return {
    newWriter(newEvent) {
      streams += 1;
      const stream = `application-${streams}`;
      let revision = 0;
      return () =>
        new Promise<void>((resolve, reject) => {
          asked += 1;
          waiting.set(asked, { resolve, reject });
          port.postMessage({ id: asked, stream, revision, event: newEvent(revision) } satisfies NaiveAppend);
          revision += 1;
        });
    },
    async close() {
      port.close();
      await worker.terminate();
    },
  };
}
