import type { QueryClient } from '@tanstack/react-query';
import type { Known } from '../../../api/contract/known.ts';
import { solutionsQuery } from '../features/application/assessment-queries.ts';
import { applicationQuery } from '../features/application/queries.ts';
import { assessmentQuery, currentOf } from '../features/assessment/queries.ts';
import { batchQuery, myApplicationsQuery, openBatchesQuery, organizationByName } from '../features/enroll/queries.ts';
import { PAGE_TIME } from '../shared/api/server-clock.ts';
import { processOf, processQuery } from '../shared/application/process.ts';
import { organizationQuery } from '../shared/organization/organization.ts';
import { userQuery } from '../shared/session/session.ts';

/** Answers that came with the page, as if its calls had just brought them. `updatedAt` 0 asks again all the same. */
export function takeIn(client: QueryClient, known: Known, updatedAt?: number): void {
  const options = updatedAt === undefined ? {} : { updatedAt };
  const { organization, user, batches, mine, named, application, assessment } = known;
  client.setQueryData(organizationQuery.queryKey, organization, options);
  client.setQueryData(userQuery.queryKey, user, options);
  if (batches) client.setQueryData(openBatchesQuery(null).queryKey, [...batches], options);
  if (named) {
    client.setQueryData(organizationByName(named.name).queryKey, named.organization, options);
    client.setQueryData(openBatchesQuery(named.organization._id).queryKey, [...named.batches], options);
  }
  if (mine) client.setQueryData(myApplicationsQuery.queryKey, [...mine], options);
  if (application) {
    const { _id, organizationId } = application.application;
    client.setQueryData(applicationQuery(_id).queryKey, application.application, options);
    client.setQueryData(batchQuery(application.batch._id).queryKey, application.batch, options);
    const { queryKey } = processQuery(application.batch.processId, organizationId, application.application);
    client.setQueryData(queryKey, processOf(application.process), options);
  }
  if (assessment) {
    const { _id } = assessment.application;
    const solutions = [...assessment.solutions];
    const current = currentOf(solutions, assessment.assessment._id);
    client.setQueryData(applicationQuery(_id).queryKey, assessment.application, options);
    client.setQueryData(batchQuery(assessment.batch._id).queryKey, assessment.batch, options);
    client.setQueryData(solutionsQuery(_id).queryKey, solutions, options);
    const { queryKey } = assessmentQuery(assessment.assessment._id, _id, current, false);
    client.setQueryData(queryKey, assessment.assessment, options);
    client.setQueryData(PAGE_TIME, Date.parse(assessment.date));
  }
}
