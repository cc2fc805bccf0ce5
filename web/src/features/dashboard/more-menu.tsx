import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { Menu } from '@mantine/core';
import { IconChevronDown, IconClockExclamation, IconHistory, IconTableImport } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { pagePath } from '../../../../domain/values/pages.ts';
import pills from '../../shared/ui/pills.module.css';
import type { Staff } from './data/use-dashboard-data.ts';
import { TimeLimitsDialog } from './time-limits-dialog.tsx';

/** What staff need less than daily. */
export function MoreMenu({
  staff: { canSetLimits, canBulk },
  onBulks,
}: {
  staff: Pick<Staff, 'canSetLimits' | 'canBulk'>;
  onBulks: () => void;
}) {
  const [setsLimits, setSetsLimits] = useState(false);
  if (!canSetLimits && !canBulk) return null;
  return (
    <>
      <Menu shadow="md" position="bottom-end" withinPortal={false}>
        <Menu.Target>
          <button type="button" className={pills.pill}>
            More
            <IconChevronDown size={14} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {canSetLimits && (
            <Menu.Item leftSection={<IconClockExclamation size={16} aria-hidden />} onClick={() => setSetsLimits(true)}>
              Time limits
            </Menu.Item>
          )}
          {canBulk && (
            <Menu.Item leftSection={<IconHistory size={16} aria-hidden />} onClick={onBulks}>
              Recent bulk changes
            </Menu.Item>
          )}
          {canBulk && (
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
      {setsLimits && <TimeLimitsDialog onClose={() => setSetsLimits(false)} />}
    </>
  );
}
