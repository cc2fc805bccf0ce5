import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { usePageAction } from '../../shared/browser/page-actions.ts';
import { usePaymentsDownload } from './use-payments-download.ts';

const DOWNLOAD = 'Download payments as CSV';

/** For accounting: all invoices of the school. */
export function PaymentsButton({ organizationId }: { organizationId: string }) {
  const payments = usePaymentsDownload(organizationId);
  usePageAction(DOWNLOAD, () => payments.mutate());
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      aria-label={DOWNLOAD}
      title={DOWNLOAD}
      loading={payments.isPending}
      onClick={() => payments.mutate()}
    >
      Payments
    </Button>
  );
}
