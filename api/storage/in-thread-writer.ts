import { setImmediate as whatIsPending } from 'node:timers/promises';
import { createDatabases, type Outcome } from './databases.ts';
import { createRequestQueue } from './request-queue.ts';
import { carryOut } from './requests.ts';
import type { Storage } from './storage.ts';
import { watchWrites } from './write-watch.ts';

export function createInThreadWriter(): Storage {
  const databases = createDatabases();
  const queue = createRequestQueue(({ ids, requests }) =>
    carryOut(databases, requests, (indexes, outcomes) => {
      for (const [n, index] of indexes.entries()) queue.answer(ids[index] as number, outcomes[n] as Outcome);
    }),
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
