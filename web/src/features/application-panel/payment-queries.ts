import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, keyOf, queryOf } from '../../shared/api/calls.ts';

/** Every payment invalidates this key. */
export const accountsQuery = (applicationId: string) => queryOf('/api/paymentAccounts', { query: { applicationId } });

export type Settlement = 'paid' | 'void';

export function useSettle(accountId: string, n: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ as, note }: { as: Settlement; note: string }) =>
      call(`POST /api/paymentAccounts/{id}/invoices/{n}/${as === 'paid' ? 'pay' : 'void'}`, {
        params: { id: accountId, n: String(n) },
        body: { note: note.trim() || null },
      }),
    onSuccess: (account) => {
      client.setQueryData(accountsQuery(accountId).queryKey, [account]);
    },
    // Another person may have settled the invoice first, so it is refetched after failures too.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: keyOf('/api/paymentAccounts') });
      void client.invalidateQueries({ queryKey: keyOf('/api/applications/{id}', { params: { id: accountId } }) });
    },
  });
}
