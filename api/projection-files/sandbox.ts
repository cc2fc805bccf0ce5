import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { createFoldWatch, currentFold, watchForHang } from '../dynamic/fold-watch.ts';
import type { FailedAt, ReplayReport, SandboxOrder, ThreadOrder } from './replay-protocol.ts';

/**
 * Runs an analyst's file in a thread, and ends with it. `open-sandbox.ts` starts it without rights and sends it the
 * events.
 */
const { file, maxHeapMb, foldLimitMs, organization } = JSON.parse(process.argv[2] ?? '') as SandboxOrder;
const LOOK_AT_MEMORY_EVERY_MS = 100;
const MB = 2 ** 20;
/** Includes buffers, which V8's heap limit does not count. */
const maxBytes = process.memoryUsage.rss() + 2 * maxHeapMb * MB;

const watch = createFoldWatch();
let pending = 1;
let hasFailed = false;

const order: ThreadOrder = {
  url: pathToFileURL(file).href,
  folder: pathToFileURL(`${dirname(file)}/`).href,
  watch,
  organization,
};
const worker = new Worker(new URL('./replay-worker.ts', import.meta.url), {
  name: 'replay',
  workerData: order,
  env: {},
  resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
});

const post = (report: ReplayReport, sent = () => {}) => process.send?.(report, undefined, {}, sent);
const end = () => process.exit(1);

function fail(error: string, at: FailedAt | null = eventUnderWay()): void {
  if (hasFailed) return;
  hasFailed = true;
  post({ failed: { error, at } }, end);
}

function eventUnderWay(): FailedAt | null {
  const fold = currentFold(watch);
  return fold && fold.eventId !== '' ? { position: fold.position, id: fold.eventId, type: fold.eventType } : null;
}

worker.on('message', (report: ReplayReport) => {
  if (hasFailed) return;
  if (!('rows' in report)) pending -= 1;
  post(report);
});
worker.on('error', (error: Error & { code?: string }) =>
  fail(
    error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      ? `It needs more than ${maxHeapMb} MB of memory`
      : `${error.name}: ${error.message}`,
  ),
);
worker.on('exit', () => fail('It ended its thread'));
watchForHang(
  watch,
  foldLimitMs,
  () => fail(`It did not end within ${foldLimitMs} ms`),
  () => pending > 0,
);
setInterval(() => {
  if (process.memoryUsage.rss() > maxBytes) fail(`It needs more than ${maxHeapMb} MB of memory`);
}, LOOK_AT_MEMORY_EVERY_MS);
process.on('message', (message) => {
  pending += 1;
  worker.postMessage(message);
});
process.on('disconnect', end);
