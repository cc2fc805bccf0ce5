import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { StoreDamaged, StoreUnavailable } from '../../commands/event-store/port.ts';
import type { DamageGuard } from '../../commands/integrity/damage-guard.ts';
import type { KnownKeys, MasterKeys } from '../../commands/vault/master-keys.ts';
import type { Build, Rebuilder } from '../../projections/engine/contract.ts';
import type { RebuildProgress } from '../../projections/engine/status.ts';
import type { RequestsUnderWay } from '../runtime/requests-under-way.ts';
import type { StoreAddresses } from '../storage/stores.ts';

export interface RebuildOrder {
  readonly addresses: StoreAddresses;
  readonly masterKeys: KnownKeys;
  readonly builds: readonly Build[];
  readonly requests: RequestsUnderWay['counts'];
}
export type RebuildReport =
  | { readonly progress: RebuildProgress }
  | { readonly isDone: true }
  | { readonly error: RebuildError };
/** Classes are lost between threads, and the caller needs to know whether to retry. */
interface RebuildError {
  readonly message: string;
  readonly stack: string | undefined;
  readonly isUnavailable: boolean;
  readonly isDamage: boolean;
}

/** A quarter of V8's default: each scavenge takes a quarter of the time for which other threads wait. */
const YOUNG_GENERATION_MB = 12;

/** Folds in a second thread with its own files, so that requests stay quick. */
export function createThreadRebuilder(
  { dataDir, eventStoreUrl, mongodbUrl }: StoreAddresses,
  masterKeys: Pick<MasterKeys, 'forThread'>,
  requests: RequestsUnderWay['counts'],
): Rebuilder {
  const addresses = { dataDir, eventStoreUrl, mongodbUrl };
  return async (builds, onProgress, signal) => {
    signal.throwIfAborted();
    const order: RebuildOrder = { addresses, masterKeys: masterKeys.forThread(), builds, requests };
    const worker = new Worker(new URL('./rebuild-worker.ts', import.meta.url), {
      name: 'rebuild',
      workerData: order,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    const abort = () => worker.postMessage('abort');
    signal.addEventListener('abort', abort, { once: true });
    let failure: Error | undefined;
    worker.on('error', (error) => {
      failure = error instanceof Error ? error : new Error(String(error));
    });
    worker.on('message', (report: RebuildReport) => {
      if ('progress' in report) onProgress(report.progress);
      else if ('error' in report) failure = asError(report.error);
    });
    const [code] = (await once(worker, 'exit')) as [number];
    signal.removeEventListener('abort', abort);
    signal.throwIfAborted();
    if (failure) throw failure;
    if (code !== 0) throw new Error(`The rebuild thread ended with ${code}`);
  };
}

/** Reports damage to the guard. */
export const reportingTo =
  (guard: Pick<DamageGuard, 'reportError'>, rebuilder: Rebuilder): Rebuilder =>
  (...given) =>
    rebuilder(...given).catch((error: unknown) => {
      guard.reportError(error);
      throw error;
    });

function asError({ message, stack, isUnavailable, isDamage }: RebuildError): Error {
  const Kind = isDamage ? StoreDamaged : isUnavailable ? StoreUnavailable : Error;
  return Object.assign(new Kind(message), { stack });
}
