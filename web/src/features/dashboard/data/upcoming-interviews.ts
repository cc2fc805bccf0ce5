import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import { canBeOverdue, hasReached, isInactive } from '../../../../../domain/application/statuses.ts';
import { addDays, dayReader } from '../../../../../domain/values/days.ts';

export const INTERVIEW_DAYS = ['Today', 'Tomorrow', 'Later'] as const;
export type InterviewDay = (typeof INTERVIEW_DAYS)[number];

export interface Interview {
  readonly application: ApplicationView;
  readonly startsAt: string;
  readonly day: InterviewDay;
  readonly isToCome: boolean;
}

/** Inactive applications and transferred originals have no interview (docs/decisions/0026). */
const isExpected = ({ status }: ApplicationView): boolean => !isInactive(status) && status !== 'TRANSFERRED';

/** Those to come and the earlier ones of today, soonest first. Days are those of the school's time zone. */
export function interviewsSinceMorning(
  applications: Iterable<ApplicationView>,
  now: number,
  zone: string,
): readonly Interview[] {
  const dayOf = dayReader(zone);
  const today = dayOf(now);
  const tomorrow = addDays(today, 1);
  return [...applications]
    .flatMap((application): Interview[] => {
      const { calendlyStartTime: startsAt } = application;
      const at = Date.parse(startsAt ?? '');
      if (!startsAt || Number.isNaN(at) || !isExpected(application)) return [];
      const on = dayOf(at);
      if (on < today) return [];
      const day = on === today ? 'Today' : on === tomorrow ? 'Tomorrow' : 'Later';
      return [{ application, startsAt, day, isToCome: at > now }];
    })
    .sort((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt));
}

export const isInterviewDone = ({ status }: ApplicationView): boolean => hasReached(status, 'INTERVIEW COMPLETED');

/** Declined contracts and withdrawn applications do not go back to an interview. */
export const canBeInterviewed = ({ status }: ApplicationView): boolean =>
  canBeOverdue(status) && !hasReached(status, 'INTERVIEW COMPLETED');

/** The link comes from Calendly; only http and https addresses become one. */
export function meetingLink({ calendlyJoinUrl }: ApplicationView): string | null {
  if (!calendlyJoinUrl || !URL.canParse(calendlyJoinUrl)) return null;
  const { protocol, href } = new URL(calendlyJoinUrl);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}
