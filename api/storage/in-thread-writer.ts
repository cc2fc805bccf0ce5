import { setImmediate as whatIsPending } from 'node:timers/promises';
import { createDatabases } from './databases.ts';
import { createRequestQueue } from './request-queue.ts';
import { carryOut } from './requests.ts';
import type { Storage } from './storage.ts';
import { watchWrites } from './write-watch.ts';

export function createInThreadWriter(): Storage {
  const databases = createDatabases();
  const queue = createRequestQueue(({ ids, requests }) =>
    carryOut(databases, requests, (index, outcome) => queue.answer(ids[index] as number, outcome)),
  );
  return {
    ...watchWrites(queue.calls),
    async close() {
      await whatIsPending();
      queue.end('The storage has been closed');
      databases.close();
    },
  };
}
