import { hash } from 'node:crypto';
import { calendarFeedId, issueCalendarFeed } from '../../commands/calendar-feed/issue-calendar-feed.ts';
import { revokeCalendarFeed } from '../../commands/calendar-feed/revoke-calendar-feed.ts';
import type { Actor } from '../../domain/access/actor.ts';
import { can } from '../../domain/access/policy.ts';
import { accept, reject } from '../../domain/event-sourcing/decision.ts';
import { LIMITS } from '../../domain/limits/limits.ts';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import { isAdminOnlyField } from '../../domain/process/admin-only-fields.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { pagePath } from '../../domain/values/pages.ts';
import type { BatchDocument } from '../../projections/batches.ts';
import type { CalendarFeedDocument } from '../../projections/calendar-feeds.ts';
import type { OrganizationDocument } from '../../projections/organizations.ts';
import { isValidFeed } from '../auth/calendar-feeds.ts';
import type { Services } from '../composition/services.ts';
import { linkTo } from '../config/links.ts';
import { readCalendar } from '../contract/calendar.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { organizationInBody } from '../http/current-organization.ts';
import { nameForSecurityLog } from '../http/record-answer.ts';
import { type Route, route } from '../http/route.ts';
import { createCallRate } from '../http/token-rate.ts';
import { interviewFeed, isShown } from '../views/interview-feed.ts';

/** RFC 9110, section 13.1.2. */
const knows = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch
    ?.split(',')
    .map((one) => one.trim())
    .some((one) => one === '*' || one.replace(/^W\//, '') === etag) ?? false;

const NOT_FOUND = reject('not-found', TEXTS.access.notFound);

export function calendarRoutes(services: Services): readonly Route[] {
  const { environment, readModels, calendarFeeds, site, now } = services;
  const countRead = createCallRate({
    limit: QUOTAS.calendar.readsPerMinute,
    name: 'reads',
    message: TEXTS.calendar.tooManyReads,
  });

  const viewOf = (
    { _id: organizationId, name: organizationName }: OrganizationDocument,
    feed: CalendarFeedDocument | undefined,
  ) => ({
    ...{ organizationId, organizationName },
    feed: feed ? { _id: feed._id, createdAt: feed.createdAt } : null,
  });

  /** A process may show the applicant's name to Owners and Admins only. */
  async function namelessBatches(batches: readonly BatchDocument[]): Promise<ReadonlySet<string>> {
    const ids = [...new Set(batches.flatMap(({ processId }) => processId ?? []))];
    const nameless = (await readModels.processes.getMany(ids)).filter(({ config }) =>
      ['firstName', 'lastName'].some((name) => isAdminOnlyField(name, config)),
    );
    const without = new Set(nameless.map(({ _id }) => _id));
    return new Set(batches.flatMap(({ _id, processId }) => (processId && without.has(processId) ? _id : [])));
  }

  async function fileOf(organization: OrganizationDocument, member: Actor): Promise<string> {
    const { documents } = await readModels.interviews.find(
      { organizationId: organization._id, startsAt: { not: [null] } },
      { sort: { by: 'startsAt', descending: true }, limit: LIMITS.calendarEntries },
    );
    const interviews = documents.filter((interview) => isShown(interview, now())).toReversed();
    const batchIds = [...new Set(interviews.map(({ batchId }) => batchId))];
    const [batches, revisions] = await Promise.all([
      readModels.batches.getMany(batchIds),
      readModels.calendarRevisions.getMany([organization._id, ...batchIds]),
    ]);
    const mayReadNames = can(member, 'application.readAdminOnly', { organizationId: organization._id });
    const nameless = mayReadNames ? new Set<string>() : await namelessBatches(batches);
    const link = (applicationId: string) => linkTo(site, organization, pagePath('application', { applicationId }));
    return interviewFeed({ organization, interviews, nameless, batches, revisions, linkTo: link });
  }

  return [
    route(ENDPOINTS.listCalendarFeeds, {
      async handle({ context: { actor, user } }) {
        const ids = actor.roles
          .map(({ orgId: organizationId }) => organizationId)
          .filter((organizationId) => can(actor, 'calendar.read', { organizationId }))
          .slice(0, LIMITS.calendarSchools);
        const owners = ids.map((organizationId) => calendarFeedId({ organizationId, userId: actor.id ?? '' }));
        const [organizations, feeds] = await Promise.all([
          readModels.organizations.getMany(ids),
          readModels.calendarFeeds.getMany(owners),
        ]);
        const valid = feeds.filter((feed) => user && isValidFeed(feed, user));
        const feedOf = new Map(valid.map((feed) => [feed.organizationId, feed]));
        const byName = (one: OrganizationDocument, other: OrganizationDocument) =>
          one.name.localeCompare(other.name, 'en');
        return accept(organizations.toSorted(byName).map((one) => viewOf(one, feedOf.get(one._id))));
      },
    }),

    route(ENDPOINTS.issueCalendarFeed, {
      targetInBody: organizationInBody(readModels.organizations),
      decide({ context: { actor }, target: { organizationId }, command }) {
        if (!organizationId || actor.id === undefined) return Promise.resolve(NOT_FOUND);
        return issueCalendarFeed(environment, { organizationId, userId: actor.id }, command);
      },
      async view({ id, key }, { target: { organizationId } }) {
        const organization = (await readModels.organizations.get(organizationId ?? '')) as OrganizationDocument;
        const path = key === null ? null : readCalendar.path.replace('{key}', key);
        return {
          ...viewOf(organization, await readModels.calendarFeeds.written(id)),
          // Of the portal's own host, which stays when the school changes its domain.
          address: path && linkTo(site, null, path),
        };
      },
    }),

    route(ENDPOINTS.revokeCalendarFeed, {
      async decide({ params, context: { actor }, command, response }) {
        const feed = await readModels.calendarFeeds.latest(params.id);
        if (!feed || feed.userId !== actor.id) return NOT_FOUND;
        const { organizationId } = feed;
        nameForSecurityLog(response, { organizationId });
        return revokeCalendarFeed(environment, params, { ...command, organizationId });
      },
      view: () => ({ message: TEXTS.calendar.revoked }),
    }),

    route(ENDPOINTS.readCalendar, {
      async handle({ params: { key }, response }) {
        const found = await calendarFeeds.find(key);
        if (!found) return NOT_FOUND;
        const { feed, member } = found;
        // Of the address: a new one has not been read yet.
        const refusal = countRead(feed.hash, response);
        if (refusal) return { ok: false, rejection: refusal };
        const organization = await readModels.organizations.get(feed.organizationId);
        if (!organization) return NOT_FOUND;
        const file = await fileOf(organization, member);
        const etag = `"${hash('sha256', file)}"`;
        response.setHeader('ETag', etag);
        response.setHeader('Cache-Control', 'private, no-cache');
        // Express would also look at dates, and at what the program asks of caches.
        if (knows(response.req.get('If-None-Match'), etag)) response.status(304).end();
        else nameForSecurityLog(response, { accountId: feed.userId, organizationId: feed.organizationId });
        return accept(file);
      },
    }),
  ];
}
