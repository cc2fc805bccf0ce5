import { Worker } from 'node:worker_threads';
import type { Observable } from 'rxjs';
import type { KnownKeys, MasterKeys } from '../../commands/vault/master-keys.ts';
import type { Fault } from '../../projections/engine/status.ts';
import { retrying } from '../../timing/retrying.ts';
import { memoryLimit } from '../runtime/memory-limit.ts';
import type { RequestsUnderWay } from '../runtime/requests-under-way.ts';
import type { DynamicLane } from '../storage/data-directory.ts';
import type { StoreAddresses } from '../storage/stores.ts';
import { watchForBuffers } from './buffer-watch.ts';
import type { DynamicDefinition, Limits } from './definition.ts';
import { type CurrentFold, createFoldWatch, currentFold, type FoldWatch, watchForSilence } from './fold-watch.ts';
import { announceGrowth, createGrowth, type Growth } from './growth.ts';

/** `slot` identifies the projection in the fold watch, `stopped` says why it must not be folded. */
export interface Wanted {
  readonly definition: DynamicDefinition;
  readonly slot: number;
  readonly stopped: Fault | null;
}

export interface ThreadOrder {
  readonly lane: DynamicLane;
  readonly addresses: StoreAddresses;
  /** Null for files of analysts, which get no personal data. */
  readonly masterKeys: KnownKeys | null;
  readonly requests: RequestsUnderWay['counts'];
  readonly growth: Growth;
  readonly watch: FoldWatch;
  readonly term: number;
  readonly wanted: readonly Wanted[];
  readonly limits: Limits;
  readonly foldLimitMs: number;
}
export type ThreadReport =
  | { readonly isServing: true }
  | { readonly built: 'done' | 'failed'; readonly projections: number }
  | { readonly problem: string; readonly error: string };

export interface DynamicReports {
  readonly onBuild: (outcome: 'done' | 'failed', projections: number) => void;
  readonly onThreadEnd: () => void;
}

/** A fold takes microseconds, but a busy machine may delay it. */
const FOLD_LIMIT_MS = 5000;
/** Outside folds there is no projection to stop, and opening a store may take long: a multiple of a fold's limit. */
const SILENCE_LIMITS = 6;
/** A thread that does not stop in this time is in a fold that never ends. */
const STOP_LIMIT_MS = 5000;
const BACKOFF = { first: 250, longest: 60_000 };
/** After this time an end counts as a new failure, and the backoff restarts. */
const SETTLED_MS = 60_000;
const YOUNG_GENERATION_MB = 12;
const MAX_HEAP_MB = 512;
const MB = 2 ** 20;
const SHARE_OF_MEMORY = 1 / 4;
/** For a process that never shares the lead. */
const ONLY_TERM = 1;

export interface DynamicThreadOptions extends Partial<DynamicReports> {
  readonly lane: DynamicLane;
  readonly addresses: StoreAddresses;
  readonly masterKeys: Pick<MasterKeys, 'forThread'>;
  readonly requests: RequestsUnderWay['counts'];
  readonly pages$: Observable<unknown>;
  readonly limits: Limits;
  readonly onServing: () => void;
  readonly onProblem: (message: string, error: unknown) => void;
  /** Milliseconds of one fold; default 5 s. */
  readonly foldLimitMs?: number;
  /** Megabytes of the thread; default 512, at most a quarter of the process's limit. */
  readonly maxHeapMb?: number;
}

const shareOfMemoryMb = (): number => Math.round((memoryLimit() * SHARE_OF_MEMORY) / MB);

/** Folds in a thread. A fold that never ends or uses up the memory ends it; that projection stops, and the thread restarts for others. */
export class DynamicThread {
  readonly #options: DynamicThreadOptions;
  #wanted: readonly Wanted[] = [];
  #slots = 0;
  #worker: Worker | null = null;
  #isWanted = Promise.withResolvers<void>();

  constructor({ addresses: { dataDir, eventStoreUrl, mongodbUrl }, ...options }: DynamicThreadOptions) {
    this.#options = { ...options, addresses: { dataDir, eventStoreUrl, mongodbUrl } };
  }

  /** Replaces the set. A stopped projection stays stopped until its version changes. */
  want(definitions: readonly DynamicDefinition[]): void {
    this.#wanted = definitions.map((definition) => {
      const before = this.#wanted.find(({ definition: { name } }) => name === definition.name);
      if (before?.definition.version === definition.version) return { ...before, definition };
      this.#slots += 1;
      return { definition, slot: this.#slots, stopped: null };
    });
    this.#worker?.postMessage(this.#wanted);
    this.#isWanted.resolve();
  }

  async lead(signal: AbortSignal, term: number | null): Promise<void> {
    const over = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    await Promise.race([this.#isWanted.promise, over]);
    const run = async (succeeded: () => void) => {
      const begun = performance.now();
      const { reason, hasCulprit } = await this.#run(signal, term ?? ONLY_TERM);
      // Without the one that ended it, the others must not wait.
      if (hasCulprit || performance.now() - begun > SETTLED_MS) succeeded();
      throw reason;
    };
    await retrying(signal, BACKOFF, run, (reason) => {
      this.#options.onThreadEnd?.();
      this.#options.onProblem('The dynamic projections thread has ended and restarts', reason);
    });
  }

  async #run(signal: AbortSignal, term: number): Promise<{ reason: Error; hasCulprit: boolean }> {
    const { lane, addresses, masterKeys, requests, limits, onServing, onBuild, onProblem } = this.#options;
    const { foldLimitMs = FOLD_LIMIT_MS, maxHeapMb = MAX_HEAP_MB } = this.#options;
    const limitMb = Math.min(maxHeapMb, shareOfMemoryMb());
    const watch = createFoldWatch();
    const growth = createGrowth();
    const order: ThreadOrder = {
      lane,
      addresses,
      masterKeys: lane === 'dynamicFiles' ? null : masterKeys.forThread(),
      requests,
      limits,
      foldLimitMs,
      growth,
      watch,
      term,
      wanted: this.#wanted,
    };
    const worker = new Worker(new URL('./dynamic-worker.ts', import.meta.url), {
      name: lane,
      workerData: order,
      env: {},
      resourceLimits: {
        maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
        maxOldGenerationSizeMb: limitMb,
      },
    });
    this.#worker = worker;
    const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    let reason = new Error('It ended unexpectedly');
    const takesTooMuch = () => new Error(`It needs more than ${limitMb} MB of memory`);
    worker.on('error', (error: Error & { code?: string }) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') reason = takesTooMuch();
      else reason = error instanceof Error ? error : new Error(String(error));
    });
    worker.on('message', (report: ThreadReport) => {
      if ('isServing' in report) onServing();
      else if ('built' in report) onBuild?.(report.built, report.projections);
      else onProblem(report.problem, new Error(report.error));
    });
    const growing = this.#options.pages$.subscribe(() => announceGrowth(growth));
    const memory = watchForBuffers(worker, watch, limitMb, () => {
      reason = takesTooMuch();
      void worker.terminate();
    });
    const hang = watchForSilence(
      watch,
      foldLimitMs,
      () => {
        const what = currentFold(watch)?.isStray ? 'Something that it left running' : 'It';
        reason = new Error(`${what} did not end within ${foldLimitMs} ms`);
        void worker.terminate();
      },
      () => currentFold(watch) !== null,
    );
    const silenceMs = SILENCE_LIMITS * foldLimitMs;
    const silence = watchForSilence(watch, silenceMs, () => {
      reason = new Error(`Something that a projection left running did not end within ${silenceMs} ms`);
      void worker.terminate();
    });
    let stopTimer: NodeJS.Timeout | undefined;
    const stop = () => {
      worker.postMessage('stop');
      stopTimer = setTimeout(() => void worker.terminate(), STOP_LIMIT_MS);
    };
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    await exited;
    this.#worker = null;
    signal.removeEventListener('abort', stop);
    clearTimeout(stopTimer);
    clearInterval(hang);
    clearInterval(silence);
    clearInterval(memory);
    growing.unsubscribe();
    const culprit = currentFold(watch);
    if (culprit && !signal.aborted) this.#stop(culprit, reason);
    return { reason, hasCulprit: culprit !== null };
  }

  #stop({ slot, position, eventId, eventType }: CurrentFold, reason: Error): void {
    const fault: Fault = { position, eventType, eventId, error: reason.message };
    this.#wanted = this.#wanted.map((one) => (one.slot === slot ? { ...one, stopped: fault } : one));
    const name = this.#wanted.find((one) => one.slot === slot)?.definition.name;
    if (name === undefined) return;
    this.#options.onProblem(`The dynamic projection ${name} was stopped at position ${position}`, reason);
  }
}
