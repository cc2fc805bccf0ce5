import { Gauge, type Registry } from 'prom-client';
import type { Leading } from '../../commands/worker/leading.ts';
import { clearSamples, type Watcher } from './metrics.ts';

/** The sum over all processes is 1. At 0 no process folds, mails or sweeps. */
export function watchLeading(registry: Registry, leading: Pick<Leading, 'isLeading' | 'term'>): Watcher {
  const isLeading = new Gauge({
    name: 'intake_leading',
    help: '1 in the process that folds read models, sends mails and sweeps; 0 in the others',
    registers: [registry],
  });
  const term = new Gauge({
    name: 'intake_leading_term',
    help: 'Fencing number of the lease that this process holds; 0 where it holds none. A fast growth is a lease that changes hands too often',
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
