import { DIGEST_ITEMS, type DigestItem, type DigestList, type SchoolDay } from '../../commands/email/digest-text.ts';
import type { ActorNow } from '../../commands/handling/actor-now.ts';
import type { DigestPeriod, ReadSchoolDays } from '../../commands/reactions/daily-digest-reaction.ts';
import { can } from '../../domain/access/policy.ts';
import { daysInStatus, inDays, type Overdue, overdueSince } from '../../domain/application/overdue.ts';
import { LIMITS } from '../../domain/limits/limits.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { dayIn, shortDay } from '../../domain/values/days.ts';
import { pagePath } from '../../domain/values/pages.ts';
import type { ApplicationDocument } from '../../projections/applications.ts';
import type { OrganizationDocument } from '../../projections/organizations.ts';
import { inPages } from '../../timing/in-pages.ts';
import type { ReadModels } from './read-models.ts';

type Read = Pick<ReadModels, 'applications' | 'batches' | 'interviews' | 'organizations'>;

interface Listed {
  readonly _id: string;
  readonly batchId: string;
  readonly trackingNumber: number;
  readonly note: string | null;
}

/** Read in pages, so that a large school does not keep others waiting. */
const PAGE = 100;

export function createSchoolDays({
  readModels,
  actorNow,
  linkTo,
  now,
}: {
  readonly readModels: Read;
  readonly actorNow: ActorNow;
  readonly linkTo: (organization: OrganizationDocument, path: string) => string;
  readonly now: () => number;
}): ReadSchoolDays {
  return async (period) => {
    const actor = await actorNow(period.userId);
    if (!actor) return [];
    const schools = await readModels.organizations.getMany(actor.roles.map(({ orgId }) => orgId));
    const days: SchoolDay[] = [];
    for (const school of schools.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      const organizationId = school._id;
      if (!can(actor, 'application.list', { organizationId })) continue;
      const readsComments = can(actor, 'application.readAdminOnly', { organizationId });
      const day = await schoolDay(school, period, readsComments);
      if (day.interviews.count + day.overdue.count + day.arrived.count > 0) days.push(day);
    }
    return days;
  };

  async function schoolDay(school: OrganizationDocument, period: DigestPeriod, readsComments: boolean) {
    const lists = {
      interviews: await interviewsOf(school._id, period),
      overdue: await overdueOf(school, readsComments),
      arrived: await arrivedOf(school._id, period),
    };
    const shown = Object.values(lists).flatMap((list) => list.slice(0, DIGEST_ITEMS));
    const batches = await readModels.batches.getMany([...new Set(shown.map(({ batchId }) => batchId))]);
    const names = new Map(batches.map(({ _id, name }) => [_id, name]));
    const itemOf = ({ _id, batchId, trackingNumber, note }: Listed): DigestItem => ({
      program: names.get(batchId) ?? '',
      trackingNumber,
      link: linkTo(school, pagePath('application', { applicationId: _id })),
      note,
    });
    const listOf = (list: readonly Listed[]): DigestList => ({
      items: list.slice(0, DIGEST_ITEMS).map(itemOf),
      count: list.length,
    });
    return {
      name: school.name,
      dashboard: linkTo(school, pagePath('dashboard')),
      interviews: listOf(lists.interviews),
      overdue: listOf(lists.overdue),
      arrived: listOf(lists.arrived),
    };
  }

  async function interviewsOf(organizationId: string, { day, timeZone }: DigestPeriod): Promise<readonly Listed[]> {
    const { documents } = await readModels.interviews.find(
      { organizationId, startsAt: { not: [null] } },
      { sort: { by: 'startsAt', descending: true }, limit: LIMITS.calendarEntries },
    );
    const time = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
    return documents
      .toReversed()
      .flatMap(({ _id, batchId, trackingNumber, startsAt, cancelledAt, isGone }) =>
        startsAt === null || cancelledAt !== null || isGone || dayIn(timeZone, startsAt) !== day
          ? []
          : [{ _id, batchId, trackingNumber, note: time.format(Date.parse(startsAt)) }],
      );
  }

  /** Longest overdue first. Follow-ups are due by the days of the school, as in the dashboard. */
  async function overdueOf(
    { _id: organizationId, statusLimits, timeZone }: OrganizationDocument,
    readsComments: boolean,
  ): Promise<readonly Listed[]> {
    const at = now();
    const today = dayIn(timeZone, at);
    const found: (Listed & { readonly since: number })[] = [];
    for await (const { documents } of pagesOf({ organizationId }))
      for (const { _id, batchId, trackingNumber, status, statusSince, comments } of documents) {
        const adminComments = readsComments ? comments : [];
        const overdue = overdueSince({ status, statusSince, adminComments }, statusLimits, at, today);
        if (!overdue) continue;
        const note = noteOf(overdue, `${status}, ${inDays(daysInStatus(statusSince, at))}`);
        found.push({ _id, batchId, trackingNumber, note, since: overdue.since });
      }
    return found.toSorted((one, other) => one.since - other.since);
  }

  function pagesOf(filter: { readonly organizationId: string }, newest = false) {
    const sort = newest ? { sort: { by: 'createdAt', descending: true } } : {};
    return inPages((from) => readModels.applications.find(filter, { ...sort, limit: PAGE, ...from }));
  }

  async function arrivedOf(organizationId: string, { since, until }: DigestPeriod): Promise<readonly Listed[]> {
    const found: Listed[] = [];
    for await (const { documents } of pagesOf({ organizationId }, true)) {
      found.push(...documents.filter((one) => hasArrived(one, since, until)).map((one) => ({ ...one, note: null })));
      if (documents.some(({ createdAt }) => createdAt <= since)) break;
    }
    return found;
  }
}

const hasArrived = ({ createdAt, isErased }: ApplicationDocument, since: string, until: string): boolean =>
  createdAt > since && createdAt <= until && !isErased;

const noteOf = ({ isLate, followUpOn }: Overdue, late: string): string =>
  [...(isLate ? [late] : []), ...(followUpOn === null ? [] : [TEXTS.digest.followUp(shortDay(followUpOn))])].join('; ');
