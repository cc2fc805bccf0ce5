import { Counter, Gauge, type Registry } from 'prom-client';
import type { ProjectionState } from '../../projections/engine/status.ts';
import type { DynamicProjections } from '../dynamic/dynamic-projections.ts';
import type { DynamicReports } from '../dynamic/dynamic-thread.ts';
import { clearSamples, type Watcher } from './metrics.ts';

const STATES = ['live', 'catching-up', 'building', 'faulted'] as const satisfies readonly ProjectionState[];
const OUTCOMES = ['done', 'failed'] as const;

/** All dynamic projections together, because schools choose their names. */
export function watchDynamic(registry: Registry, dynamic: Pick<DynamicProjections, 'status'>): Watcher {
  const gauge = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({ name: `intake_dynamic_${name}`, help, labelNames: [...labelNames], registers: [registry] });
  const count = gauge('projections', 'Dynamic projections by state: live, catching-up, building, faulted', ['state']);
  const lag = gauge('projection_lag', 'Head of the log minus position of the slowest live dynamic projection');
  const quarantined = gauge(
    'quarantined_documents',
    'Documents of dynamic projections that take no more events until a new version is built',
  );
  const clear = () => clearSamples(count, lag, quarantined);
  return {
    part: 'dynamic-projections',
    clear,
    async read() {
      const { projections } = await dynamic.status();
      clear();
      for (const state of STATES) count.set({ state }, projections.filter((one) => one.state === state).length);
      const live = projections.filter(({ state }) => state === 'live');
      lag.set(live.reduce((most, one) => Math.max(most, one.lag), 0));
      quarantined.set(projections.reduce((sum, one) => sum + one.quarantined.count, 0));
    },
  };
}

export function countDynamic(registry: Registry): DynamicReports {
  const builds = new Counter({
    name: 'intake_dynamic_rebuilds_total',
    help: 'Builds of dynamic projections by outcome: done, failed',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const ends = new Counter({
    name: 'intake_dynamic_thread_ends_total',
    help: 'Unexpected ends of the dynamic projections thread; it restarts after each',
    registers: [registry],
  });
  for (const outcome of OUTCOMES) builds.inc({ outcome }, 0);
  return {
    onBuild: (outcome, projections) => builds.inc({ outcome }, projections),
    onThreadEnd: () => ends.inc(),
  };
}
