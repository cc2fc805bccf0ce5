import type { QueryClient } from '@tanstack/react-query';
import { can, roleIn } from '../../../domain/access/policy.ts';
import { dashboardOrder, FIRST_BATCHES } from '../../../domain/batch/on-dashboard.ts';
import { solutionsQuery } from '../features/application/assessment-queries.ts';
import { askedBy, earlierAnswersQuery } from '../features/application/earlier-answers-queries.ts';
import { assessmentQuery, currentOf } from '../features/assessment/queries.ts';
import { preferencesQuery } from '../features/dashboard/data/queries.ts';
import {
  batchQuery,
  myApplicationsQuery,
  myBatchesQuery,
  openBatchesQuery,
  organizationByName,
} from '../features/enroll/queries.ts';
import { type Enrollment, enrollmentsOf, isPast } from '../features/home/enrollments.ts';
import { addressOf } from '../shared/api/api-client.ts';
import { applicationQuery } from '../shared/application/application-query.ts';
import { processQuery } from '../shared/application/process.ts';
import { asOfIn } from '../shared/as-of/as-of-address.ts';
import { organizationQuery } from '../shared/organization/organization.ts';
import { onlySchoolOf } from '../shared/organization/school-of-page.ts';
import { actorOf, userQuery } from '../shared/session/session.ts';
import { applicationsQuery, batchesQuery, processesQuery } from '../shared/staff-queries/list-queries.ts';
import type { PageHandle } from './page-handle.ts';

type Prefetch = NonNullable<PageHandle['prefetch']>;
type SchoolOf = NonNullable<PageHandle['schoolOf']>;

async function prefetchMine(client: QueryClient): Promise<void> {
  if (await client.query(userQuery)) await client.query(myApplicationsQuery);
}

/** The first screen of a phone shows no more. */
const CARDS_OF_HOME = 4;

/** Signed out, the page leads to the programs. */
export const prefetchHome: Prefetch = async (client) => {
  if (!(await client.query(userQuery))) return false;
  const [mine, batches] = await Promise.all([client.query(myApplicationsQuery), client.query(myBatchesQuery)]);
  const current = enrollmentsOf(mine, batches).filter((one) => !isPast(one));
  // A card says what is next for its applicant.
  const nextOf = async ({ application: { _id, organizationId }, batch }: Enrollment) => {
    const application = await client.query(applicationQuery(_id));
    await client.query(processQuery(batch?.processId ?? null, organizationId, application));
  };
  await Promise.all(current.slice(0, CARDS_OF_HOME).map(nextOf));
  return true;
};

export const schoolOfHome = (client: QueryClient): string | undefined =>
  onlySchoolOf(client.getQueryData(myApplicationsQuery.queryKey));

export const prefetchPrograms: Prefetch = async (client) => {
  await Promise.all([client.query(openBatchesQuery(null)), prefetchMine(client)]);
  return true;
};

export const prefetchProgramsOf: Prefetch = async (client, { params: { organization = '' } }) => {
  const programs = async () => {
    const { _id } = await client.query(organizationByName(organization));
    await client.query(openBatchesQuery(_id));
  };
  await Promise.all([programs(), prefetchMine(client)]);
  return true;
};

export const schoolInPath: SchoolOf = (client, { params: { organization = '' } }) =>
  client.getQueryData(organizationByName(organization).queryKey)?._id;

export const schoolOfApplication: SchoolOf = (client, { params: { applicationId = '' } }) =>
  client.getQueryData(applicationQuery(applicationId).queryKey)?.organizationId;

export const prefetchBatch: Prefetch = async (client, { params: { batchId = '' } }) => {
  await client.query(batchQuery(batchId));
  return true;
};

export const prefetchApplication: Prefetch = async (client, { params: { applicationId = '' } }) => {
  const application = await client.query(applicationQuery(applicationId));
  const batch = await client.query(batchQuery(application.batchId));
  const process = await client.query(processQuery(batch.processId, application.organizationId, application));
  // The original may belong to another account.
  if (application.transferredFrom)
    await client.query(earlierAnswersQuery(application, askedBy(process))).catch(() => undefined);
  return true;
};

/** Staff read the questions of the attempt's start, which are slow to fold, so their page asks later. */
export const prefetchAssessment: Prefetch = async (client, { params: { applicationId = '', assessmentId = '' } }) => {
  const [application, solutions, user] = await Promise.all([
    client.query(applicationQuery(applicationId)),
    client.query(solutionsQuery(applicationId)),
    client.query(userQuery),
  ]);
  const isStaff = roleIn(actorOf(user), application.organizationId) !== null;
  if (isStaff || application.userId === null || application.userId !== user?._id) return false;
  const current = currentOf(solutions, assessmentId);
  await Promise.all([
    client.query(batchQuery(application.batchId)),
    client.query(assessmentQuery(assessmentId, applicationId, current, isStaff)),
  ]);
  return true;
};

export const prefetchDashboard: Prefetch = async (client) => {
  const [user, organization] = await Promise.all([client.query(userQuery), client.query(organizationQuery)]);
  if (!can(actorOf(user), 'application.list', { organizationId: organization?._id ?? null })) return false;
  await client.query(batchesQuery);
  return true;
};

/** The overview's first screen; its other tabs fetch for themselves. */
export const prefetchReports: Prefetch = async (client, { params }) => {
  const [user, organization] = await Promise.all([client.query(userQuery), client.query(organizationQuery)]);
  return !params['*'] && can(actorOf(user), 'report.read', { organizationId: organization?._id ?? null });
};

/** Imports what only staff need, so that it does not weigh on applicants' first load. */
const overviewQueries = () => import('../features/reports/overview/queries.ts');

export const reportLists: NonNullable<PageHandle['lists']> = {
  prefetch(client, { search }) {
    if (asOfIn(search) !== null) return;
    void Promise.allSettled([
      client.query(batchesQuery),
      overviewQueries().then(({ overviewQueryAt }) => {
        const query = overviewQueryAt(search);
        return query && client.query(query);
      }),
    ]);
  },
  async addresses(_, { search }) {
    if (asOfIn(search) !== null) return [];
    const { overviewAddressAt } = await overviewQueries();
    const overview = overviewAddressAt(search);
    return [addressOf('/api/batches'), ...(overview === null ? [] : [overview])];
  },
};

export const dashboardLists: NonNullable<PageHandle['lists']> = {
  prefetch(client) {
    void Promise.allSettled([
      client.query(processesQuery),
      client.query(preferencesQuery),
      client.query(applicationsQuery),
    ]);
  },
  addresses(client, { search }) {
    const batches = client.getQueryData(batchesQuery.queryKey) ?? [];
    const batchIds = dashboardOrder(batches, search).slice(0, FIRST_BATCHES).join();
    return [
      addressOf('/api/processConfigBlobs'),
      addressOf('/api/preferences'),
      ...(batchIds ? [addressOf('/api/applications', { batchIds })] : []),
    ];
  },
};
