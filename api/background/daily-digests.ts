import { systemContext } from '../../commands/context/context.ts';
import type { Environment } from '../../commands/handling/environment.ts';
import { handle } from '../../commands/handling/handle.ts';
import { runTimers, type Timer } from '../../commands/timers/run-timers.ts';
import { issueDailyDigest } from '../../commands/user/issue-daily-digest.ts';
import type { Duty } from '../../commands/worker/leading.ts';
import { user } from '../../domain/user/user.ts';
import { ReadModelNotReady } from '../../projections/engine/contract.ts';
import type { ReadModels } from '../read-models/read-models.ts';

const AT_ONCE = 100;
const END = { type: 'ChangeDailyDigest', data: { timeZone: null } } as const;

/** Issues the daily emails of staff, and ends those of former members. One that became due while no process ran is issued at the next start. */
export const dailyDigests = ({
  environment,
  readModels: { digests, users },
  onProblem,
}: {
  readonly environment: Environment;
  readonly readModels: Pick<ReadModels, 'digests' | 'users'>;
  readonly onProblem: (message: string, error: unknown) => void;
}): Duty => ({
  name: 'Issuing daily digests',
  run: (signal) =>
    runTimers(
      {
        next: () => nextOf(digests),
        async fire({ id }) {
          const person = await users.latest(id);
          const done =
            person?.orgRoles.length === 0
              ? await handle(environment, user, id, [END], systemContext(environment.now()))
              : await issueDailyDigest(environment, { userId: id });
          if (!done.ok) throw new Error(done.rejection.message);
        },
        now: environment.now,
        onProblem,
      },
      signal,
    ),
});

async function nextOf(digests: ReadModels['digests']): Promise<readonly Timer[]> {
  try {
    const { documents } = await digests.find({ dueAt: { not: [null] } }, { sort: { by: 'dueAt' }, limit: AT_ONCE });
    return documents.flatMap(({ _id, dueAt }) => (dueAt === null ? [] : { id: _id, dueAt }));
  } catch (error) {
    if (error instanceof ReadModelNotReady) return [];
    throw error;
  }
}
