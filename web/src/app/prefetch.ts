import { solutionsQuery } from '../features/application/assessment-queries.ts';
import { applicationQuery } from '../features/application/queries.ts';
import { applicationsQuery, batchesQuery, preferencesQuery, processesQuery } from '../features/dashboard/queries.ts';
import { batchQuery, openBatchesQuery } from '../features/enroll/queries.ts';
import { queryClient } from '../shared/api/query-client.ts';
import { processQuery } from '../shared/application/process.ts';
import { organizationQuery } from '../shared/organization/organization.ts';
import { userQuery } from '../shared/session/session.ts';

/** Asks for what the first page shows before its code has loaded: on a slow phone each round trip counts. */
export function prefetch(pathname: string): void {
  void queryClient.prefetchQuery(organizationQuery);
  void queryClient.prefetchQuery(userQuery);
  if (/^\/(enroll|apply)?\/?$/.test(pathname)) void queryClient.prefetchQuery(openBatchesQuery(null));
  // Ids need no escapes: a malformed address is the router's to answer.
  const [, page, id] = /^\/(application|batch)\/([\w-]+)\/?$/.exec(pathname) ?? [];
  if (page === 'batch' && id) void queryClient.prefetchQuery(batchQuery(id));
  if (page === 'application' && id) void prefetchApplication(id);
  const [, applicationId] = /^\/applications\/([\w-]+)\/assessments\/[\w-]+\/?$/.exec(pathname) ?? [];
  if (/^\/admin\/dashboard\/?$/.test(pathname)) void prefetchDashboard();
  if (applicationId) {
    void queryClient.prefetchQuery(applicationQuery(applicationId));
    void queryClient.prefetchQuery(solutionsQuery(applicationId));
  }
}

async function prefetchApplication(id: string): Promise<void> {
  await queryClient.prefetchQuery(applicationQuery(id));
  const application = queryClient.getQueryData(applicationQuery(id).queryKey);
  if (!application) return;
  await queryClient.prefetchQuery(batchQuery(application.batchId));
  const batch = queryClient.getQueryData(batchQuery(application.batchId).queryKey);
  if (!batch) return;
  await queryClient.prefetchQuery(processQuery(batch.processId, application.organizationId, application));
}

/** Twenty thousand rows are read while the tables' code arrives. Who is signed out is asked to log in first. */
async function prefetchDashboard(): Promise<void> {
  await queryClient.prefetchQuery(userQuery);
  if (!queryClient.getQueryData(userQuery.queryKey)) return;
  void queryClient.prefetchQuery(applicationsQuery);
  void queryClient.prefetchQuery(batchesQuery);
  void queryClient.prefetchQuery(processesQuery);
  void queryClient.prefetchQuery(preferencesQuery);
}
