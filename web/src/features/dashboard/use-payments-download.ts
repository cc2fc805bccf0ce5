import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../shared/api/api-client.ts';
import { call, keyOf } from '../../shared/api/calls.ts';
import { downloadText } from '../../shared/files/download.ts';
import { notesQuery } from '../../shared/reports/notes-query.ts';
import { showAlert } from '../../shared/ui/dialogs.tsx';
import { invoicesIn, paymentsCsv } from './data/payments-csv.ts';

/** Downloads the invoices of all programs once the audit log has recorded it. */
export function usePaymentsDownload(organizationId: string) {
  const client = useQueryClient();
  return useMutation({
    async mutationFn() {
      const query = { organizationId };
      const accounts = await call('GET /api/paymentAccounts/all', { query });
      const filters = { rows: invoicesIn(accounts) };
      const { notes } = await client.query(notesQuery('/api/reports/trends/notes', organizationId));
      await call('POST /api/audit/exports', { query, body: { list: 'payments', filters } });
      downloadText('payments.csv', 'text/csv', paymentsCsv(accounts, notes));
    },
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf('/api/audit') }),
    onError: (error) => showAlert(`Nothing was downloaded. ${messageOf(error)}`),
  });
}
