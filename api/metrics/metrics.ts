import { Gauge, Registry } from 'prom-client';
import { countUnappended } from './append-metrics.ts';
import { type Answered, createHttpMetrics } from './http-metrics.ts';
import { processRegistry } from './process-metrics.ts';
import { countFaultyUploads } from './upload-metrics.ts';

/** So long one part may take to tell how it stands; a scraper waits for ten seconds at most. */
const PATIENCE_MS = 2000;

/** Reads one part of the program off into its gauges, and empties them first, so that nothing stale is told. */
export interface Watcher {
  readonly part: string;
  clear(): void;
  read(): Promise<void>;
}

/** Without samples: for one without labels `reset` alone leaves a 0, which would look like a figure. */
export function forget(...gauges: readonly Gauge[]): void {
  for (const gauge of gauges) {
    gauge.reset();
    gauge.remove({});
  }
}

/** What one process tells of itself in Prometheus' text format. Labels come from closed lists: no address, no name, no id. */
export interface Metrics {
  readonly registry: Registry;
  /** Called for each answer that has left. */
  readonly answered: Answered;
  /** Called after each comparison of all uploaded files with the log. */
  readonly uploadsCompared: ReturnType<typeof countFaultyUploads>;
  /** Asked whenever somebody reads; nothing is measured by time. */
  watch(watcher: Watcher): void;
  /** One part that cannot be read is named, and the others are told all the same. */
  text(): Promise<string>;
}

export function createMetrics({ patienceMs = PATIENCE_MS }: { patienceMs?: number } = {}): Metrics {
  const registry = new Registry();
  const process = processRegistry();
  const http = createHttpMetrics(registry);
  const unappended = countUnappended(registry);
  const watchers: Watcher[] = [];
  const failed = new Gauge({
    name: 'intake_scrape_failed',
    help: '1 for a part that could not be read just now; its other figures are missing then',
    labelNames: ['part'],
    registers: [registry],
  });
  const read = async (watcher: Watcher) => {
    const isRead = await inTime(watcher.read(), patienceMs).then(
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

async function inTime(reading: Promise<void>, patienceMs: number): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('No answer in time')), patienceMs);
  await Promise.race([reading, promise]).finally(() => clearTimeout(timer));
}
