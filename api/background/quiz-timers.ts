import { endQuiz } from '../../commands/solution/end-quiz.ts';
import type { Duty } from '../../commands/worker/leading.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import { type TimerDuty, timerDuty } from './timer-duty.ts';

const AT_ONCE = 100;

export function quizTimers(duty: TimerDuty & { readonly readModels: Pick<ReadModels, 'timers'> }): Duty {
  const { environment, readModels } = duty;
  return timerDuty('Ending quizzes', duty, {
    async next() {
      const { documents } = await readModels.timers.find(
        { dueAt: { not: [null] } },
        { sort: { by: 'dueAt' }, limit: AT_ONCE },
      );
      return documents.flatMap(({ running }) =>
        running.flatMap(({ solutionId, endsAt }) => (endsAt === null ? [] : { id: solutionId, dueAt: endsAt })),
      );
    },
    fire: (id) => endQuiz(environment, id),
  });
}
