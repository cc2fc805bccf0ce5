import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import { isInactive } from '../../../../../domain/application/statuses.ts';

export interface UpcomingInterview {
  readonly application: ApplicationView;
  readonly startsAt: string;
}

/** Inactive applications and transferred originals have no interview (docs/decisions/0026). */
const isExpected = ({ status }: ApplicationView): boolean => !isInactive(status) && status !== 'TRANSFERRED';

export const upcomingInterviews = (
  applications: Iterable<ApplicationView>,
  now: number,
): readonly UpcomingInterview[] =>
  [...applications]
    .flatMap((application) => {
      const { calendlyStartTime: startsAt } = application;
      return startsAt && isExpected(application) && Date.parse(startsAt) > now ? [{ application, startsAt }] : [];
    })
    .sort((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt));

/** The link comes from Calendly; only http and https addresses become one. */
export function meetingLink({ calendlyJoinUrl }: ApplicationView): string | null {
  if (!calendlyJoinUrl || !URL.canParse(calendlyJoinUrl)) return null;
  const { protocol, href } = new URL(calendlyJoinUrl);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}
