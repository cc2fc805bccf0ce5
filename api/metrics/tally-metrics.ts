import { Gauge, type Registry } from 'prom-client';
import type { Engine } from '../../projections/engine/contract.ts';
import type { ProjectionStatus } from '../../projections/engine/status.ts';
import type { DynamicProjections } from '../dynamic/dynamic-projections.ts';
import { countedIn, type EventTally } from '../read-models/event-tally.ts';
import { clearSamples, type Watcher } from './metrics.ts';

/**
 * Compares in the background, and announces what the last comparison found. Only the leader does, because a comparison
 * reads the log once.
 */
export function watchTally(
  registry: Registry,
  {
    engine,
    dynamic,
    tally,
    leading,
  }: {
    readonly engine: Pick<Engine, 'status'>;
    readonly dynamic: Pick<DynamicProjections, 'status'>;
    readonly tally: EventTally;
    readonly leading: { readonly isLeading: boolean };
  },
): Watcher {
  const differing = new Gauge({
    name: 'intake_projections_differing',
    help: 'Projections that were given more or fewer events than the log has for them, by kind: portal, dynamic; in the leader',
    labelNames: ['kind'],
    registers: [registry],
  });
  const clear = () => clearSamples(differing);
  const differs = ({ generation }: ProjectionStatus): boolean => {
    const compared = generation === null ? null : tally.of(generation);
    return compared !== null && compared.taken !== compared.expected;
  };
  return {
    part: 'tally',
    clear,
    async read() {
      if (!leading.isLeading) return clear();
      const [{ projections: portal }, { projections: others }] = await Promise.all([engine.status(), dynamic.status()]);
      void tally.compare([...portal, ...others].flatMap(countedIn)).catch(() => undefined);
      differing.set({ kind: 'portal' }, portal.filter(differs).length);
      differing.set({ kind: 'dynamic' }, others.filter(differs).length);
    },
  };
}
