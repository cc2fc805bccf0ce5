import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconClockExclamation, IconHistory, IconTableImport } from '@tabler/icons-react';
import { Link } from 'react-router';
import { pagePath } from '../../../../domain/values/pages.ts';

/** What an officer needs less than daily. */
export function MoreMenu({
  onLimits,
  onBulks,
  canImport,
}: {
  onLimits: (() => void) | undefined;
  onBulks: (() => void) | undefined;
  canImport: boolean;
}) {
  if (!onLimits && !onBulks && !canImport) return null;
  return (
    <Menu shadow="md" position="bottom-start" withinPortal={false}>
      <Menu.Target>
        <Button size="compact-sm" variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
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
