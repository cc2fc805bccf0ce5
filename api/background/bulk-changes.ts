import { runBulks } from '../../commands/bulk/run-bulks.ts';
import type { Environment } from '../../commands/handling/environment.ts';
import type { Duty } from '../../commands/worker/leading.ts';
import type { BulkEvent } from '../../domain/bulk/events.ts';
import { type Engine, ReadModelNotReady } from '../../projections/engine/contract.ts';
import type { Privacy } from '../read-models/privacy.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import { type RequestsUnderWay, yieldingPace } from '../runtime/requests-under-way.ts';
import { isUnavailable } from '../runtime/unavailable.ts';

const STARTED: readonly string[] = ['BulkChangeStarted', 'BulkUndoStarted'] satisfies readonly BulkEvent['type'][];

export const bulkChanges = ({
  environment,
  engine,
  readModels: { bulks },
  privacy,
  requests,
  onProblem,
}: {
  readonly environment: Environment;
  readonly engine: Pick<Engine, 'events$'>;
  readonly readModels: Pick<ReadModels, 'bulks'>;
  readonly privacy: Pick<Privacy, 'eraseApplications'>;
  readonly requests: RequestsUnderWay;
  readonly onProblem: (message: string, error: unknown) => void;
}): Duty => ({
  name: 'Changing many applications',
  run: (signal) =>
    runBulks(
      {
        environment,
        isUnavailable,
        erase: privacy.eraseApplications,
        pace: yieldingPace(requests.counts),
        onProblem,
        open: () => openOf(bulks),
        watch(onNew) {
          const following = engine.events$.subscribe(({ events }) => {
            if (events.some(({ type }) => STARTED.includes(type))) onNew();
          });
          return () => following.unsubscribe();
        },
      },
      signal,
    ),
});

/** Empty while the read model is built for the first time. */
async function openOf(bulks: ReadModels['bulks']): Promise<readonly string[]> {
  try {
    return (await bulks.find({ isOpen: true })).documents.map(({ _id }) => _id);
  } catch (error) {
    if (error instanceof ReadModelNotReady) return [];
    throw error;
  }
}
