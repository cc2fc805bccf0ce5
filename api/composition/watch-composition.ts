import { exposeBuild } from '../metrics/build-metrics.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { watchOutbox } from '../metrics/outbox-metrics.ts';
import { watchReadModels } from '../metrics/read-model-metrics.ts';
import type { Composition } from './composition.ts';

export function watchComposition(
  metrics: Metrics,
  {
    config,
    engine,
    vault,
    now,
  }: Pick<Composition, 'config' | 'engine'> & { vault: Composition['stores']['vault']; now: () => number },
): void {
  const { registry } = metrics;
  exposeBuild(registry, config);
  metrics.watch(watchReadModels(registry, engine));
  metrics.watch(watchOutbox(registry, { vault, now }));
}
