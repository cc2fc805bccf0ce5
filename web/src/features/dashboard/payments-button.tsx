import { IconReceipt } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../shared/api/api-client.ts';
import { call, keyOf } from '../../shared/api/calls.ts';
import { downloadText } from '../../shared/files/download.ts';
import { showAlert } from '../../shared/ui/dialogs.tsx';
import text from '../../shared/ui/text-button.module.css';
import { invoicesIn, paymentsCsv } from './data/payments-csv.ts';
import classes from './tools.module.css';

/** Downloads the invoices of all programs once the audit log has recorded it. */
export function PaymentsButton({ organizationId }: { organizationId: string }) {
  const client = useQueryClient();
  const download = useMutation({
    async mutationFn() {
      const query = { organizationId };
      const accounts = await call('GET /api/paymentAccounts/all', { query });
      const filters = { rows: invoicesIn(accounts) };
      await call('POST /api/audit/exports', { query, body: { list: 'payments', filters } });
      downloadText('payments.csv', 'text/csv', paymentsCsv(accounts));
    },
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf('/api/audit') }),
    onError: (error) => showAlert(`Nothing was downloaded. ${messageOf(error)}`),
  });
  return (
    <button
      type="button"
      className={`${text.textButton} ${classes.disclosure}`}
      disabled={download.isPending}
      onClick={() => download.mutate()}
    >
      <IconReceipt size={16} aria-hidden />
      Download payments as CSV
    </button>
  );
}
