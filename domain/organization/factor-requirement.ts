import { accept, type DecisionContext, type Result, reject } from '../event-sourcing/decision.ts';
import { TEXTS } from '../text/texts.ts';
import { addDays, dayIn, isCalendarDay } from '../values/days.ts';
import type { OrganizationEvent } from './events.ts';

/** A later day would be forgotten before it comes. */
export const FACTOR_DAYS_AHEAD = 366;

export interface FactorRequirementCommand {
  readonly type: 'ChangeFactorRequirement';
  readonly data: { readonly from: string | null };
}

export interface FactorRequirement {
  readonly secondFactorFrom: string | null;
  readonly timeZone: string;
}

/** Whether the roles in an organization count only for people with a second factor by now. */
export const isFactorRequired = ({ secondFactorFrom, timeZone }: FactorRequirement, at: string | number): boolean =>
  secondFactorFrom !== null && dayIn(timeZone, at) >= secondFactorFrom;

interface State {
  readonly exists: boolean;
  readonly details: Pick<FactorRequirement, 'timeZone'>;
  readonly secondFactorFrom: string | null;
}

export const decideFactorRequirement = {
  /** A day that has begun stays as it is; a new one is not in the past, where it would be a mistake. */
  ChangeFactorRequirement: (
    { from }: FactorRequirementCommand['data'],
    { exists, details, secondFactorFrom }: State,
    { at }: DecisionContext,
  ): Result<readonly OrganizationEvent[]> => {
    if (!exists) return reject('not-found', TEXTS.access.notFound);
    if (from === secondFactorFrom) return accept([]);
    const message = from === null ? null : faultOf(from, dayIn(details.timeZone, at));
    if (message !== null) return reject('refused', message, [{ field: 'from', message }]);
    return accept([{ type: 'FactorRequirementChanged', data: { from } }]);
  },
};

function faultOf(from: string, today: string): string | null {
  if (!isCalendarDay(from)) return TEXTS.requiredFactors.noDay;
  if (from < today) return TEXTS.requiredFactors.past;
  return from > addDays(today, FACTOR_DAYS_AHEAD) ? TEXTS.requiredFactors.tooFar : null;
}
