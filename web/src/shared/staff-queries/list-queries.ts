import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import { queryOf } from '../api/calls.ts';
import { LIST_KEY, readApplications } from './read-applications.ts';

export const batchesQuery = queryOptions({ ...queryOf('/api/batches'), staleTime: 60_000 });

export const applicationsQuery = queryOptions({
  queryKey: LIST_KEY,
  queryFn: async (reading) => {
    const batches = await reading.client.query(batchesQuery);
    return readApplications(reading, batches);
  },
  staleTime: 30_000,
  // Merging keeps the identity of rows; a deep comparison of all rows would block the page.
  structuralSharing: false,
});

export const processesQuery = queryOptions({ ...queryOf('/api/processConfigBlobs'), staleTime: 60_000 });

/** A step to another change leaves the tables in place. */
const PAST = { staleTime: 5 * 60_000, placeholderData: keepPreviousData };

/** Everything that the dashboard lists, as of one position of the log; that never changes, but for erasures. */
export const pastQueries = (asOf: string) => ({
  applications: queryOptions({
    ...queryOf('/api/applications', { query: { asOf } }),
    ...PAST,
    structuralSharing: false,
  }),
  batches: queryOptions({ ...queryOf('/api/batches', { query: { asOf } }), ...PAST }),
  processes: queryOptions({ ...queryOf('/api/processConfigBlobs', { query: { asOf } }), ...PAST }),
});

export const membersQuery = queryOptions({ ...queryOf('/api/users'), staleTime: 60_000 });

/** Whom applications can be assigned to. */
export const adminsQuery = queryOptions({
  ...membersQuery,
  select: (members) => members.filter(({ orgRoles }) => orgRoles.some(({ role }) => role !== 'Viewer')),
});

/** Puts a changed application into the cached list. List rows have no activity. */
export function putIntoList(client: QueryClient, changed: ApplicationView): void {
  client.setQueryData(applicationsQuery.queryKey, (list) =>
    list?.map((row) => {
      if (row._id !== changed._id) return row;
      const { userActivity, steps, failedEmails, ...rest } = changed;
      return { ...rest, lastSeenAt: changed.lastSeenAt ?? row.lastSeenAt } as ApplicationView;
    }),
  );
}
