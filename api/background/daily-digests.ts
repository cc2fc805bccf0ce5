import { systemContext } from '../../commands/context/context.ts';
import { handle } from '../../commands/handling/handle.ts';
import { issueDailyDigest } from '../../commands/user/issue-daily-digest.ts';
import type { Duty } from '../../commands/worker/leading.ts';
import { user } from '../../domain/user/user.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import { type TimerDuty, timerDuty } from './timer-duty.ts';

const AT_ONCE = 100;
const END = { type: 'ChangeDailyDigest', data: { timeZone: null } } as const;

/** Issues the daily emails of staff, and ends those of former members. */
export function dailyDigests(duty: TimerDuty & { readonly readModels: Pick<ReadModels, 'digests' | 'users'> }): Duty {
  const { environment, readModels } = duty;
  const { digests, users } = readModels;
  return timerDuty('Issuing daily digests', duty, {
    async next() {
      const { documents } = await digests.find({ dueAt: { not: [null] } }, { sort: { by: 'dueAt' }, limit: AT_ONCE });
      return documents.flatMap(({ _id, dueAt }) => (dueAt === null ? [] : { id: _id, dueAt }));
    },
    async fire(userId) {
      const person = await users.latest(userId);
      return person?.orgRoles.length === 0
        ? handle(environment, user, userId, [END], systemContext(environment.now()))
        : issueDailyDigest(environment, { userId });
    },
  });
}
