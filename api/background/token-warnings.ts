import { warnOfExpiry } from '../../commands/api-token/warn-of-expiry.ts';
import type { Environment } from '../../commands/handling/environment.ts';
import { runTimers, type Timer } from '../../commands/timers/run-timers.ts';
import type { Duty } from '../../commands/worker/leading.ts';
import { ReadModelNotReady } from '../../projections/engine/contract.ts';
import type { ReadModels } from '../read-models/read-models.ts';

const AT_ONCE = 100;

/** Tells Owners that API tokens end, also of those that became due while no process ran. */
export const tokenWarnings = ({
  environment,
  readModels: { apiTokens },
  onProblem,
}: {
  readonly environment: Environment;
  readonly readModels: Pick<ReadModels, 'apiTokens'>;
  readonly onProblem: (message: string, error: unknown) => void;
}): Duty => ({
  name: 'Announcing that API tokens end',
  run: (signal) =>
    runTimers(
      {
        next: () => nextOf(apiTokens),
        async fire({ id }) {
          const warned = await warnOfExpiry(environment, { id });
          if (!warned.ok) throw new Error(warned.rejection.message);
        },
        now: environment.now,
        onProblem,
      },
      signal,
    ),
});

async function nextOf(apiTokens: ReadModels['apiTokens']): Promise<readonly Timer[]> {
  try {
    const { documents } = await apiTokens.find({ warnAt: { not: [null] } }, { sort: { by: 'warnAt' }, limit: AT_ONCE });
    return documents.flatMap(({ _id, warnAt }) => (warnAt === null ? [] : { id: _id, dueAt: warnAt }));
  } catch (error) {
    if (error instanceof ReadModelNotReady) return [];
    throw error;
  }
}
