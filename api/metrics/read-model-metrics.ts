import { Gauge, type Registry } from 'prom-client';
import type { Engine } from '../../projections/engine/contract.ts';
import type { ProjectionState } from '../../projections/engine/status.ts';
import { clearSamples, type Watcher } from './metrics.ts';

const STATES = ['live', 'catching-up', 'building', 'faulted'] as const satisfies readonly ProjectionState[];

export function watchReadModels(registry: Registry, engine: Pick<Engine, 'status'>): Watcher {
  const gauge = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({ name: `intake_${name}`, help, labelNames: [...labelNames], registers: [registry] });
  const head = gauge('event_store_head', 'Position of the last event in the log');
  const isReady = gauge('read_models_ready', '1 once all live read models have caught up');
  const isStalled = gauge(
    'read_models_stalled',
    '1 while something, e.g. a store that is away, keeps all from going on',
  );
  const position = gauge('projection_position', 'Position up to which the read model is folded', ['projection']);
  const lag = gauge('projection_lag', 'Head of the log minus position', ['projection']);
  const state = gauge('projection_state', '1 for the current state: live, catching-up, building, faulted', [
    'projection',
    'state',
  ]);
  const quarantined = gauge(
    'projection_quarantined_documents',
    'Documents that take no more events until the read model is rebuilt',
    ['projection'],
  );
  const share = gauge(
    'projection_rebuild_share',
    'Share of the log that a running rebuild has folded; 1 where none runs',
    ['projection'],
  );
  const all = [head, isReady, isStalled, position, lag, state, quarantined, share];
  const clear = () => clearSamples(...all);
  return {
    part: 'read-models',
    clear,
    async read() {
      const status = await engine.status();
      clear();
      head.set(Number(status.head));
      isReady.set(status.isReady ? 1 : 0);
      isStalled.set(status.error === null ? 0 : 1);
      for (const model of status.projections) {
        const projection = model.name;
        position.set({ projection }, Number(model.position));
        lag.set({ projection }, model.lag);
        for (const one of STATES) state.set({ projection, state: one }, one === model.state ? 1 : 0);
        quarantined.set({ projection }, model.quarantined.count);
        share.set({ projection }, model.rebuild?.share ?? 1);
      }
    },
  };
}
