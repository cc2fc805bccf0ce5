import { parentPort, workerData } from 'node:worker_threads';
import { createCodec } from '../../commands/event-store/codec.ts';
import { createEventLog } from '../../commands/event-store/encoded-event-log.ts';
import { requireOwnLog } from '../../commands/event-store/own-log.ts';
import { createMasterKeys } from '../../commands/vault/master-keys.ts';
import { createSubjectKeys, NO_KEYS } from '../../commands/vault/subject-keys.ts';
import { definitionOf } from '../../domain/events.ts';
import { createEngine } from '../../projections/engine/engine.ts';
import { isErasure } from '../../projections/engine/erasure.ts';
import type { AnyProjection } from '../../projections/engine/projection.ts';
import { rest } from '../../timing/rest.ts';
import { createYield } from '../runtime/requests-under-way.ts';
import { openStoresInThread, settingsOf } from '../storage/stores.ts';
import { type DynamicDefinition, type FoldModule, type Folds, foldable, stoppedAt } from './definition.ts';
import type { ThreadOrder, ThreadReport, Wanted } from './dynamic-thread.ts';
import { beat, traceStrays, watched, whileLoading } from './fold-watch.ts';
import { readOnGrowth } from './growth.ts';

const { lane, addresses, masterKeys, requests, growth, watch, term, wanted, limits, foldLimitMs } =
  workerData as ThreadOrder;
const post = (report: ThreadReport) => parentPort?.postMessage(report);
const onProblem = (message: string, error: unknown) =>
  post({ problem: message, error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });

/** Small, so that a slow fold lets the thread read its messages in between. */
const PAGE = 50;
/** All documents of a report. */
const HELD = 20_000;

/** A file's fold may leave a promise or a timer that fails later. Ending the thread would stop all other files, every time. */
let isTold = false;
const passOver = (error: unknown) => {
  if (!isTold) onProblem("Something that an analyst's file left running has failed", error);
  isTold = true;
};
if (lane === 'dynamicFiles') {
  process.on('unhandledRejection', passOver).on('uncaughtException', passOver);
  traceStrays(watch);
}

export async function foldDynamic(onConnected: () => void): Promise<void> {
  const stopping = new AbortController();
  beat(watch);
  const opening = new AsyncDisposableStack();
  try {
    const stores = await openStoresInThread(addresses);
    opening.defer(stores.close);
    onConnected();
    const { vault } = stores;
    const keys = masterKeys
      ? createSubjectKeys({ vault, masterKey: createMasterKeys({ vault, ...masterKeys }) })
      : NO_KEYS;
    const log = createEventLog({ store: stores.eventStore, codec: createCodec({ definitionOf, keys }) });
    await requireOwnLog(vault, stores.eventStore, settingsOf(addresses));
    const engine = createEngine({
      log: readOnGrowth(log, growth),
      readModels: stores.dynamicReadModels[lane],
      projections: await loadAll(wanted),
      isShared: true,
      name: lane,
      pageSize: PAGE,
      heldBeside: HELD,
      standAside: createYield(requests),
      onBuild: ({ state, projections }) => {
        if (state !== 'begun') post({ built: state, projections: projections.length });
      },
      onProblem,
    });
    opening.defer(() => engine.stop());
    // Erased content must leave the disk too.
    engine.events$.subscribe(({ events }) => {
      if (events.some(isErasure)) void stores.truncateLogs();
    });
    let changes: Promise<void> = Promise.resolve();
    parentPort?.on('message', (message: 'stop' | readonly Wanted[]) => {
      if (message === 'stop') stopping.abort();
      else
        changes = changes.then(async () => {
          const projections = await loadAll(message);
          if (!stopping.signal.aborted) engine.reconcile(projections);
        });
    });
    await engine.start();
    const led = engine.lead(stopping.signal, term);
    await Promise.race([engine.whenServing(), led]);
    post({ isServing: true });
    await led;
  } catch (error) {
    if (!stopping.signal.aborted) onProblem('The dynamic projections cannot be folded', error);
  } finally {
    await opening.disposeAsync();
    parentPort?.close();
  }
}

/** One after the other, so that the watch names the module that blocks the thread. */
async function loadAll(all: readonly Wanted[]): Promise<readonly AnyProjection[]> {
  const projections: AnyProjection[] = [];
  for (const one of all) projections.push(await load(one));
  return projections;
}

/** A module that fails to load, awaits something for too long or rejects the data stops this projection only. */
async function load({ definition, slot, stopped }: Wanted): Promise<AnyProjection> {
  if (stopped) return stoppedAt(definition, stopped);
  const stoppedBy = (error: string) => stoppedAt(definition, { position: '0', eventType: '', eventId: '', error });
  const over = new AbortController();
  const late = rest(foldLimitMs, over.signal).then(() => null);
  try {
    const folds = await whileLoading(watch, slot, () => Promise.race([foldsFrom(definition), late]));
    if (folds === null) return stoppedBy(`It did not end within ${foldLimitMs} ms`);
    return watched(foldable(definition, folds, limits), slot, watch);
  } catch (error) {
    return stoppedBy(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  } finally {
    over.abort();
  }
}

async function foldsFrom({ module, data }: DynamicDefinition): Promise<Folds> {
  const { foldsOf } = (await import(module)) as FoldModule;
  return foldsOf(data);
}
