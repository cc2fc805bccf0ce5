import { queryOptions } from '@tanstack/react-query';
import type { Application } from '../../../../api/contract/applications.ts';
import { releasesPlace } from '../../../../domain/application/statuses.ts';
import { call } from '../../shared/api/calls.ts';

export const organizationByName = (idOrSlug: string) =>
  queryOptions({
    queryKey: ['organizations', idOrSlug],
    queryFn: () => call('getOrganization', { params: { id: idOrSlug } }),
    staleTime: 5 * 60_000,
  });

/** Open programs of a named organization; null is the current one, whose programs need not wait for its name. */
export const openBatchesQuery = (organizationId: string | null) =>
  queryOptions({
    queryKey: ['batches', 'open', organizationId],
    queryFn: async () => {
      const batches = await call('listBatches', organizationId ? { query: { organizationId } } : {});
      return batches.filter(({ status }) => status === 'Open');
    },
  });

export const batchQuery = (id: string) =>
  queryOptions({ queryKey: ['batches', id], queryFn: () => call('getBatch', { params: { id } }) });

/** A person's own applications, in every organization that they select. */
export const myApplicationsQuery = queryOptions({
  queryKey: ['applications', 'mine'],
  queryFn: () => call('listApplications', { query: { filter: 'mine' } }),
});

/** The application that blocks another one in this batch (spec §5); a released place does not (D12). */
export const appliedTo = (applications: readonly Application[] | undefined, batchId: string): Application | undefined =>
  applications?.find((application) => application.batchId === batchId && !releasesPlace(application.status));

/** Those of the person's enrollments; for staff, their organization's. */
export const myBatchesQuery = queryOptions({
  queryKey: ['batches', 'mine'],
  queryFn: () => call('listBatches', { query: { filter: 'mine' } }),
});
