import { setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import type { ThreadOrder } from './dynamic-thread.ts';

/** Below the thread that answers requests. Only Linux has a priority for each thread. */
const LESS_URGENT = 10;

const { addresses } = workerData as ThreadOrder;
const lower = () => {
  if (process.platform === 'linux') setPriority(LESS_URGENT);
};
const isEmbedded = addresses.eventStoreUrl === undefined && addresses.mongodbUrl === undefined;
// Before the program is loaded, which keeps a processor busy for a second. On a busy machine a low priority makes a
// server look unreachable, so with servers not before they are connected.
if (isEmbedded) lower();
const { foldDynamic } = await import('./fold-dynamic.ts');
await foldDynamic(isEmbedded ? () => {} : lower);
