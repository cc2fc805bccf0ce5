import { type CalendarEntry, interviewCalendar } from '../../domain/calendar/interview-calendar.ts';
import { LIMITS } from '../../domain/limits/limits.ts';
import { asValue, withoutLinks } from '../../domain/text/inserted-text.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { BatchDocument } from '../../projections/batches.ts';
import type { CalendarRevisionDocument } from '../../projections/calendar-revisions.ts';
import type { InterviewDocument } from '../../projections/interviews.ts';
import type { OrganizationDocument } from '../../projections/organizations.ts';

const DAY_MS = 24 * 3_600_000;

export interface InterviewFeed {
  readonly organization: Pick<OrganizationDocument, '_id' | 'name' | 'timeZone'>;
  readonly interviews: readonly InterviewDocument[];
  /** Batches whose applicants' names the reader may not see. */
  readonly nameless: ReadonlySet<string>;
  readonly batches: readonly Pick<BatchDocument, '_id' | 'name'>[];
  readonly revisions: readonly CalendarRevisionDocument[];
  readonly linkTo: (applicationId: string) => string;
}

/** Members see the same bytes while nothing changes and no interview becomes too old. */
export function interviewFeed({
  organization,
  interviews,
  nameless,
  batches,
  revisions,
  linkTo,
}: InterviewFeed): string {
  const batchNames = new Map(batches.map(({ _id, name }) => [_id, asValue(name)]));
  const revisionOf = new Map(revisions.map((revision) => [revision._id, revision]));
  const entries = interviews.flatMap((interview): CalendarEntry[] => {
    const { _id, batchId, trackingNumber, startsAt, endsAt, joinUrl, isGone, cancelledAt } = interview;
    if (startsAt === null) return [];
    const shared = [organization._id, batchId].flatMap((id) => revisionOf.get(id) ?? []);
    const names = nameless.has(batchId) ? [] : [interview.firstName, interview.lastName];
    const applicant = withoutLinks(
      names
        .map((one) => asValue(one ?? ''))
        .filter(Boolean)
        .join(' '),
    );
    return [
      {
        uid: `staff.interview.${_id}@intake`,
        sequence: shared.reduce((sum, { sequence }) => sum + sequence, interview.sequence),
        changedAt: shared.reduce((last, { changedAt }) => (changedAt > last ? changedAt : last), interview.changedAt),
        ...{ startsAt, endsAt, joinUrl },
        summary: TEXTS.calendar.interview(
          applicant || TEXTS.calendar.applicant(trackingNumber),
          batchNames.get(batchId) ?? '',
        ),
        description: isGone ? TEXTS.calendar.gone(trackingNumber) : TEXTS.calendar.about(trackingNumber, linkTo(_id)),
        isCancelled: cancelledAt !== null,
      },
    ];
  });
  const { name, timeZone } = organization;
  return interviewCalendar({ name: TEXTS.calendar.name(asValue(name)), timeZone, entries });
}

export function isShown({ startsAt, cancelledAt }: InterviewDocument, now: number): boolean {
  const isRecent = (at: string | null, days: number) => at !== null && Date.parse(at) > now - days * DAY_MS;
  if (cancelledAt !== null) return isRecent(cancelledAt, LIMITS.calendarCancelledDays);
  return isRecent(startsAt, LIMITS.calendarPastDays);
}
