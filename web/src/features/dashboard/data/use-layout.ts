import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { call } from '../../../shared/api/calls.ts';
import { DEFAULT_SORT, type Sort, shownSort, type useDashboardAddress, writeSort } from './dashboard-address.ts';
import { type Layout, NO_LAYOUT, readLayout, sortOf, writeLayout } from './layout.ts';
import { preferencesQuery } from './queries.ts';
import { useUnchanged } from './use-unchanged.ts';

function useLayout(organizationId: string | null) {
  const client = useQueryClient();
  const { data, isError } = useQuery(preferencesQuery);
  const read = useMemo(
    () => (data && organizationId ? readLayout(data, organizationId) : NO_LAYOUT),
    [data, organizationId],
  );
  // Each part keeps its identity until it changes: another sort does not rebuild the columns.
  const order = useUnchanged(read.order, JSON.stringify(read.order));
  const widths = useUnchanged(read.widths, JSON.stringify(read.widths));
  const hidden = useUnchanged(read.hidden, JSON.stringify(read.hidden));
  const { sort } = read;
  const layout = useMemo((): Layout => ({ order, widths, hidden, sort }), [order, widths, hidden, sort]);
  const { mutate, isError: isUnsaved } = useMutation({
    mutationFn: (changed: Layout) => call('PUT /api/preferences', { body: writeLayout(changed, organizationId ?? '') }),
    scope: { id: 'preferences' },
  });
  const arrange = useCallback(
    (change: (layout: Layout) => Layout) => {
      if (organizationId === null) return;
      const kept = client.getQueryData(preferencesQuery.queryKey) ?? {};
      const changed = change(readLayout(kept, organizationId));
      client.setQueryData(preferencesQuery.queryKey, { ...kept, ...writeLayout(changed, organizationId) });
      mutate(changed);
    },
    [client, mutate, organizationId],
  );
  return { layout, arrange, isUnsaved, isKnown: data !== undefined || isError };
}

export function useTables(organizationId: string | null, { address, actions }: ReturnType<typeof useDashboardAddress>) {
  const { layout, arrange, isUnsaved, isKnown } = useLayout(organizationId);
  const kept = useMemo(() => sortOf(layout.sort), [layout.sort]);
  const { sortBy: writeAddress } = actions;
  // The default would mean the oldest first.
  const isWritten = address.quick.has('overdue');
  const sortBy = useCallback(
    (sorts: readonly Sort[]) => {
      writeAddress(sorts, isWritten);
      arrange((all) => ({ ...all, sort: writeSort(sorts) }));
    },
    [writeAddress, arrange, isWritten],
  );
  const reset = () => {
    writeAddress(DEFAULT_SORT);
    arrange(() => NO_LAYOUT);
  };
  return {
    layout,
    sort: shownSort(address, kept),
    sortBy,
    arrange,
    reset,
    isUnsaved,
    isKnown,
  };
}
