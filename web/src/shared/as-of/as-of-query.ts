import { queryOptions } from '@tanstack/react-query';
import { queryOf } from '../api/calls.ts';

/** The moment of a position, and the changes around it. */
export const asOfQuery = (organizationId: string, position: string, documentId?: string) =>
  queryOptions({
    ...queryOf('/api/asOf', {
      query: { organizationId, at: position, ...(documentId === undefined ? {} : { documentId }) },
    }),
    // The next change of the newest position may come at any moment.
    staleTime: 10_000,
  });
