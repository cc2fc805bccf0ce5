import { IconDownload } from '@tabler/icons-react';
import { usePageAction } from '../../shared/browser/page-actions.ts';
import text from '../../shared/ui/text-button.module.css';
import { usePaymentsDownload } from './use-payments-download.ts';

const DOWNLOAD = 'Download payments as CSV';

/** For accounting: all invoices of the school. */
export function PaymentsButton({ organizationId }: { organizationId: string }) {
  const payments = usePaymentsDownload(organizationId);
  usePageAction(DOWNLOAD, () => payments.mutate());
  return (
    <button
      type="button"
      className={text.textButton}
      aria-label={DOWNLOAD}
      title={DOWNLOAD}
      aria-busy={payments.isPending}
      onClick={payments.isPending ? undefined : () => payments.mutate()}
    >
      <IconDownload size={16} aria-hidden />
      Payments
    </button>
  );
}
