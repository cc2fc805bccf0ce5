import { warnOfExpiry } from '../../commands/api-token/warn-of-expiry.ts';
import type { Duty } from '../../commands/worker/leading.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import { type TimerDuty, timerDuty } from './timer-duty.ts';

const AT_ONCE = 100;

/** Tells Owners that API tokens end. */
export function tokenWarnings(duty: TimerDuty & { readonly readModels: Pick<ReadModels, 'apiTokens'> }): Duty {
  const { environment, readModels } = duty;
  return timerDuty('Announcing that API tokens end', duty, {
    async next() {
      const { documents } = await readModels.apiTokens.find(
        { warnAt: { not: [null] } },
        { sort: { by: 'warnAt' }, limit: AT_ONCE },
      );
      return documents.flatMap(({ _id, warnAt }) => (warnAt === null ? [] : { id: _id, dueAt: warnAt }));
    },
    fire: (id) => warnOfExpiry(environment, { id }),
  });
}
