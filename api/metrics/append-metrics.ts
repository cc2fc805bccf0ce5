import { Counter, Histogram, type Registry } from 'prom-client';
import {
  AppendTooLarge,
  type EventStore,
  StoreUnavailable,
  WrongExpectedRevision,
} from '../../commands/event-store/port.ts';

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

const OUTCOMES = ['stored', 'conflict', 'unavailable', 'too-large', 'failed'] as const;

/** The store, with each try of an append counted and timed: a command may take several. */
export function measureAppends(registry: Registry, store: EventStore): EventStore {
  const durations = new Histogram({
    name: 'intake_append_duration_seconds',
    help: 'Appends to the event store until they are durable, by outcome: stored, conflict, unavailable, too-large, failed',
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
