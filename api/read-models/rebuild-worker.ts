import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { createCodec } from '../../commands/event-store/codec.ts';
import { createEventLog } from '../../commands/event-store/encoded-event-log.ts';
import { requireOwnLog } from '../../commands/event-store/own-log.ts';
import { isDamage } from '../../commands/integrity/damage-guard.ts';
import { createMasterKeys } from '../../commands/vault/master-keys.ts';
import { createSubjectKeys } from '../../commands/vault/subject-keys.ts';
import { definitionOf } from '../../domain/events.ts';
import { rebuild } from '../../projections/engine/rebuild.ts';
import { createYield } from '../runtime/requests-under-way.ts';
import { isUnavailable } from '../runtime/unavailable.ts';
import { openStoresInThread, settingsOf } from '../storage/stores.ts';
import { PROJECTIONS } from './read-models.ts';
import type { RebuildOrder, RebuildReport } from './rebuilder.ts';

const { addresses, masterKeys, builds, requests } = workerData as RebuildOrder;
const post = (report: RebuildReport) => parentPort?.postMessage(report);
const abort = new AbortController();
parentPort?.once('message', () => abort.abort());

/** Below the thread that answers requests. Only Linux has a priority for each thread. */
const LESS_URGENT = 10;

const opening = new AsyncDisposableStack();
try {
  const stores = await openStoresInThread(addresses);
  opening.defer(stores.close);
  // Not before: on a busy machine a low priority makes a server look unreachable.
  if (process.platform === 'linux') setPriority(LESS_URGENT);
  const masterKey = createMasterKeys({ vault: stores.vault, ...masterKeys });
  const keys = createSubjectKeys({ vault: stores.vault, masterKey });
  const log = createEventLog({ store: stores.eventStore, codec: createCodec({ definitionOf, keys }) });
  await requireOwnLog(stores.vault, stores.eventStore, settingsOf(addresses));
  await rebuild({
    source: log,
    store: stores.readModels,
    projections: PROJECTIONS,
    builds,
    onProgress: (progress) => post({ progress }),
    signal: abort.signal,
    standAside: createYield(requests),
  });
  post({ isDone: true });
} catch (error) {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  if (!abort.signal.aborted)
    post({ error: { message, stack, isUnavailable: isUnavailable(error), isDamage: isDamage(error) } });
} finally {
  await opening.disposeAsync();
  parentPort?.close();
}
