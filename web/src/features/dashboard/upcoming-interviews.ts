import type { Application } from '../../../../api/contract/applications.ts';
import { isInactive } from '../../../../domain/application/statuses.ts';

/** An application whose interview is still to come. */
export interface UpcomingInterview {
  readonly application: Application;
  readonly startsAt: string;
}

/** An inactive applicant is not expected, and whoever was transferred is met as their copy (docs/decisions/0026). */
const isExpected = ({ status }: Application): boolean => !isInactive(status) && status !== 'TRANSFERRED';

/** Those of the whole organization, whatever the tab, soonest first. */
export const upcomingInterviews = (applications: Iterable<Application>, now: number): readonly UpcomingInterview[] =>
  [...applications]
    .flatMap((application) => {
      const { calendlyStartTime: startsAt } = application;
      return startsAt && isExpected(application) && Date.parse(startsAt) > now ? [{ application, startsAt }] : [];
    })
    .sort((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt));

/** The address comes from outside: what is no page is no link. */
export function meetingLink({ calendlyJoinUrl }: Application): string | null {
  if (!calendlyJoinUrl || !URL.canParse(calendlyJoinUrl)) return null;
  const { protocol, href } = new URL(calendlyJoinUrl);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}
