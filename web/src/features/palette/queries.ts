import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryOf } from '../../shared/api/calls.ts';

/** By ids, newest visit first; those that are gone or not readable are left out. */
export const recentApplicantsQuery = (ids: readonly string[]) =>
  queryOptions({
    ...queryOf('/api/applications', { query: { ids: ids.join() } }),
    enabled: ids.length > 0,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    select: (rows) => ids.flatMap((id) => rows.find(({ _id }) => _id === id) ?? []),
  });
