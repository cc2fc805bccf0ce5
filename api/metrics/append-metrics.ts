import { Counter, Histogram, type Registry } from 'prom-client';
import {
  AppendTooLarge,
  type EventStore,
  StoreUnavailable,
  WrongExpectedRevision,
} from '../../commands/event-store/port.ts';
import type { Answered } from './http-metrics.ts';

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

const OUTCOMES = ['stored', 'conflict', 'unavailable', 'too-large', 'failed'] as const;
const DURATIONS = 'intake_append_duration_seconds';
/** Observed errors, because the same error ends the command. */
const counted = new WeakSet<Error>();
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Counts commands that failed before their append, e.g. on the vault's full disk; `locals.unavailable` has the reason. */
export const countUnappended =
  (registry: Registry): Answered =>
  ({ method }, { locals }, milliseconds) => {
    const { unavailable } = locals as { unavailable?: Error };
    if (!unavailable || counted.has(unavailable) || READS.has(method)) return;
    const durations = registry.getSingleMetric(DURATIONS) as Histogram<'outcome'> | undefined;
    durations?.observe({ outcome: 'unavailable' }, milliseconds / 1000);
  };

export function measureAppends(registry: Registry, store: EventStore): EventStore {
  const durations = new Histogram({
    name: DURATIONS,
    help: 'Duration of appends until they are durable, by outcome: stored, conflict, unavailable (also commands that failed before the append), too-large, failed',
    labelNames: ['outcome'],
    buckets: SECONDS,
    registers: [registry],
  });
  for (const outcome of OUTCOMES) durations.zero({ outcome });
  const events = new Counter({
    name: 'intake_events_appended_total',
    help: 'Events that this process has stored',
    registers: [registry],
  });
  return {
    ...store,
    async append(stream, expectedRevision, given) {
      const started = performance.now();
      const end = (outcome: (typeof OUTCOMES)[number]) =>
        durations.observe({ outcome }, (performance.now() - started) / 1000);
      try {
        const appended = await store.append(stream, expectedRevision, given);
        end('stored');
        if (appended.isRepeat !== true) events.inc(given.length);
        return appended;
      } catch (error) {
        end(outcomeOf(error));
        counted.add(error as Error);
        throw error;
      }
    },
  };
}

function outcomeOf(error: unknown): (typeof OUTCOMES)[number] {
  if (error instanceof WrongExpectedRevision) return 'conflict';
  if (error instanceof StoreUnavailable) return 'unavailable';
  return error instanceof AppendTooLarge ? 'too-large' : 'failed';
}
