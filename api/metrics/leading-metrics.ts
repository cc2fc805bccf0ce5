import { Gauge, type Registry } from 'prom-client';
import type { Leading } from '../../commands/worker/leading.ts';
import { clearSamples, type Watcher } from './metrics.ts';

/** The sum over all processes is 1. At 0, no process folds, sends emails or sweeps. */
export function watchLeading(registry: Registry, leading: Pick<Leading, 'isLeading' | 'term'>): Watcher {
  const isLeading = new Gauge({
    name: 'intake_leading',
    help: '1 in the leader, which folds read models, sends emails and sweeps; 0 in other processes',
    registers: [registry],
  });
  const term = new Gauge({
    name: 'intake_leading_term',
    help: "Fencing token of this process's lease; 0 without one. Fast growth means too many changes of the leader",
    registers: [registry],
  });
  return {
    part: 'leading',
    clear: () => clearSamples(isLeading, term),
    async read() {
      isLeading.set(leading.isLeading ? 1 : 0);
      term.set(leading.term ?? 0);
    },
  };
}
