import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconClockExclamation, IconHistory, IconReceipt, IconTableImport } from '@tabler/icons-react';
import { Link } from 'react-router';
import { pagePath } from '../../../../domain/values/pages.ts';
import { usePageAction } from '../../shared/browser/page-actions.ts';
import { usePaymentsDownload } from './use-payments-download.ts';

const PAYMENTS = 'Download payments as CSV';

/** What an officer needs less than daily. */
export function MoreMenu({
  onLimits,
  onBulks,
  canImport,
  paymentsOf,
}: {
  onLimits: (() => void) | undefined;
  onBulks: (() => void) | undefined;
  canImport: boolean;
  /** The organization whose payments may be downloaded. */
  paymentsOf: string | null;
}) {
  const payments = usePaymentsDownload(paymentsOf ?? '');
  usePageAction(PAYMENTS, paymentsOf === null ? undefined : () => payments.mutate());
  if (!onLimits && !onBulks && !canImport && paymentsOf === null) return null;
  return (
    <Menu shadow="md" position="bottom-start" withinPortal={false}>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          rightSection={<IconChevronDown size={16} aria-hidden />}
          loading={payments.isPending}
        >
          More
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {onLimits && (
          <Menu.Item leftSection={<IconClockExclamation size={16} aria-hidden />} onClick={onLimits}>
            Time limits
          </Menu.Item>
        )}
        {onBulks && (
          <Menu.Item leftSection={<IconHistory size={16} aria-hidden />} onClick={onBulks}>
            Recent bulk changes
          </Menu.Item>
        )}
        {paymentsOf !== null && (
          <Menu.Item leftSection={<IconReceipt size={16} aria-hidden />} onClick={() => payments.mutate()}>
            {PAYMENTS}
          </Menu.Item>
        )}
        {canImport && (
          <Menu.Item
            leftSection={<IconTableImport size={16} aria-hidden />}
            component={Link}
            to={pagePath('importing')}
          >
            Import a spreadsheet
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
