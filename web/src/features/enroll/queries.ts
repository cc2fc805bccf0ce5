import { queryOptions } from '@tanstack/react-query';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import type { Batch } from '../../../../api/contract/batches.ts';
import { releasesPlace } from '../../../../domain/application/statuses.ts';
import { queryOf } from '../../shared/api/calls.ts';

export const organizationByName = (idOrSlug: string) =>
  queryOptions({ ...queryOf('/api/organizations/{id}', { params: { id: idOrSlug } }), staleTime: 5 * 60_000 });

const openOnes = (batches: readonly Batch[]) => batches.filter(({ status }) => status === 'Open');

/** Open programs of the named organization; null is the current one, whose programs load without waiting for its name. */
export const openBatchesQuery = (organizationId: string | null) =>
  queryOptions({
    ...queryOf('/api/batches', organizationId ? { query: { organizationId } } : {}),
    select: openOnes,
  });

export const batchQuery = (id: string) => queryOf('/api/batches/{id}', { params: { id } });

export const myApplicationsQuery = queryOf('/api/applications', { query: { filter: 'mine' } });

/** The application that prevents another one in this batch; one that released its place does not. */
export const appliedTo = (
  applications: readonly ApplicationView[] | undefined,
  batchId: string,
): ApplicationView | undefined =>
  applications?.find((application) => application.batchId === batchId && !releasesPlace(application.status));

/** The batches of the person's applications; for staff, their organization's. */
export const myBatchesQuery = queryOf('/api/batches', { query: { filter: 'mine' } });
