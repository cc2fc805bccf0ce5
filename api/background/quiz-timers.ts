import type { Environment } from '../../commands/handling/environment.ts';
import { endQuiz } from '../../commands/solution/end-quiz.ts';
import { runTimers, type Timer } from '../../commands/timers/run-timers.ts';
import type { Duty } from '../../commands/worker/leading.ts';
import { ReadModelNotReady } from '../../projections/engine/contract.ts';
import type { ReadModels } from '../read-models/read-models.ts';

const AT_ONCE = 100;

/** Ends overdue quizzes, including those that ended while no process ran. */
export const quizTimers = ({
  environment,
  readModels: { timers },
  onProblem,
}: {
  readonly environment: Environment;
  readonly readModels: Pick<ReadModels, 'timers'>;
  readonly onProblem: (message: string, error: unknown) => void;
}): Duty => ({
  name: 'Ending quizzes',
  run: (signal) =>
    runTimers(
      {
        next: () => nextOf(timers),
        async fire({ id }) {
          const ended = await endQuiz(environment, id);
          if (!ended.ok) throw new Error(ended.rejection.message);
        },
        now: environment.now,
        onProblem,
      },
      signal,
    ),
});

/** Empty while the read model is built for the first time. */
async function nextOf(timers: ReadModels['timers']): Promise<readonly Timer[]> {
  try {
    const { documents } = await timers.find({ dueAt: { not: [null] } }, { sort: { by: 'dueAt' }, limit: AT_ONCE });
    return documents.flatMap(({ running }) =>
      running.flatMap(({ solutionId, endsAt }) => (endsAt === null ? [] : { id: solutionId, dueAt: endsAt })),
    );
  } catch (error) {
    if (error instanceof ReadModelNotReady) return [];
    throw error;
  }
}
