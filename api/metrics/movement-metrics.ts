import { Gauge, type Registry } from 'prom-client';
import type { MovementWatch } from '../read-models/movement.ts';
import { PROJECTIONS } from '../read-models/read-models.ts';
import { clearSamples, type Watcher } from './metrics.ts';

const PORTAL: ReadonlySet<string> = new Set(PROJECTIONS.map(({ name }) => name));

/** Judged by movement, not by the state that a projection announces. */
export function watchStuck(registry: Registry, movement: Pick<MovementWatch, 'stuck'>): Watcher {
  const stuck = new Gauge({
    name: 'intake_projections_stuck',
    help: 'Projections that are behind and have not moved for 30 s, by kind: portal, dynamic',
    labelNames: ['kind'],
    registers: [registry],
  });
  const clear = () => clearSamples(stuck);
  return {
    part: 'movement',
    clear,
    async read() {
      const names = movement.stuck();
      const ofPortal = names.filter((name) => PORTAL.has(name)).length;
      stuck.set({ kind: 'portal' }, ofPortal);
      stuck.set({ kind: 'dynamic' }, names.length - ofPortal);
    },
  };
}
