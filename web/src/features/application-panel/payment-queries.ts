import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, keyOf, queryOf } from '../../shared/api/calls.ts';

/** The account of an application, if it has one: asked for under the key that every payment is refreshed by. */
export const accountsQuery = (applicationId: string) => queryOf('/api/paymentAccounts', { query: { applicationId } });

export type Settlement = 'paid' | 'void';

/** Notes that an invoice has been paid, or is not owed any more. */
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
    // Somebody else may have been faster: what stands there now is shown, whatever came of this.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: keyOf('/api/paymentAccounts') });
      void client.invalidateQueries({ queryKey: keyOf('/api/applications/{id}', { params: { id: accountId } }) });
    },
  });
}
