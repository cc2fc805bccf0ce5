import { Gauge, Registry } from 'prom-client';
import { countUnappended } from './append-metrics.ts';
import { type Answered, createHttpMetrics } from './http-metrics.ts';
import { processRegistry } from './process-metrics.ts';
import { countFaultyUploads } from './upload-metrics.ts';

/** A scraper waits for at most ten seconds. */
const MAX_WAIT_MS = 2000;

/** Reads a part of the program into its gauges, which are reset first, so that no stale figure remains. */
export interface Watcher {
  readonly part: string;
  clear(): void;
  read(): Promise<void>;
}

/** `reset` alone leaves a 0 in a gauge without labels. */
export function clearSamples(...gauges: readonly Gauge[]): void {
  for (const gauge of gauges) {
    gauge.reset();
    gauge.remove({});
  }
}

/** Labels come from closed lists: no address, name or id. */
export interface Metrics {
  readonly registry: Registry;
  readonly answered: Answered;
  readonly uploadsCompared: ReturnType<typeof countFaultyUploads>;
  watch(watcher: Watcher): void;
  /** Names a part that cannot be read; the others are included. */
  text(): Promise<string>;
}

export function createMetrics({ timeoutMs = MAX_WAIT_MS }: { timeoutMs?: number } = {}): Metrics {
  const registry = new Registry();
  const process = processRegistry();
  const http = createHttpMetrics(registry);
  const unappended = countUnappended(registry);
  const watchers: Watcher[] = [];
  const failed = new Gauge({
    name: 'intake_scrape_failed',
    help: '1 for a part that cannot be read; its other metrics are then missing',
    labelNames: ['part'],
    registers: [registry],
  });
  const read = async (watcher: Watcher) => {
    const isRead = await inTime(watcher.read(), timeoutMs).then(
      () => true,
      () => false,
    );
    if (!isRead) watcher.clear();
    failed.set({ part: watcher.part }, isRead ? 0 : 1);
  };
  return {
    registry,
    answered(...answer) {
      http(...answer);
      unappended(...answer);
    },
    uploadsCompared: countFaultyUploads(registry),
    watch: (watcher) => void watchers.push(watcher),
    async text() {
      await Promise.all(watchers.map(read));
      return `${await registry.metrics()}\n${await process.metrics()}`;
    },
  };
}

async function inTime(reading: Promise<void>, timeoutMs: number): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('No answer in time')), timeoutMs);
  await Promise.race([reading, promise]).finally(() => clearTimeout(timer));
}
