import { Button, Checkbox, Tabs } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { DASHBOARD_TABS, type DashboardTab, isDashboardTab } from '../../../../domain/batch/on-dashboard.ts';
import { counted, grouped } from '../../../../domain/text/counted.ts';
import { usePageAction } from '../../shared/browser/page-actions.ts';
import { useAtOnce } from '../../shared/browser/use-at-once.ts';
import classes from './dashboard.module.css';

export const TAB_NAMES: Readonly<Record<DashboardTab, string>> = { active: 'Active', complete: 'Complete', all: 'All' };

const DOWNLOAD = 'Download visible data as CSV';

export function Toolbar({
  tab,
  showInactive,
  showTrends,
  shown,
  isWhole,
  search,
  onTab,
  onShowInactive,
  onShowTrends,
  isDownloading,
  onDownload,
}: {
  tab: DashboardTab;
  showInactive: boolean;
  showTrends: boolean;
  shown: number;
  isWhole: boolean;
  search: ReactNode;
  onTab: (tab: DashboardTab) => void;
  onShowInactive: (isShown: boolean) => void;
  onShowTrends: (isShown: boolean) => void;
  isDownloading: boolean;
  onDownload: () => void;
}) {
  const [showsInactive, viewInactive] = useAtOnce(showInactive, onShowInactive);
  const [viewsTrends, viewTrends] = useAtOnce(showTrends, onShowTrends);
  const canDownload = shown > 0 && isWhole;
  usePageAction(DOWNLOAD, canDownload ? onDownload : undefined);
  return (
    <div className={classes.toolbar}>
      <Tabs
        value={tab}
        onChange={(chosen) => {
          if (isDashboardTab(chosen)) onTab(chosen);
        }}
        classNames={{ root: classes.tabs, list: classes.tabList }}
      >
        <Tabs.List aria-label="Batches">
          {DASHBOARD_TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {TAB_NAMES[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      {search}
      <Checkbox
        size="sm"
        label="Show inactive applications"
        checked={showsInactive}
        onChange={(event) => viewInactive(event.currentTarget.checked)}
      />
      <Checkbox
        size="sm"
        label="View Trends"
        checked={viewsTrends}
        onChange={(event) => viewTrends(event.currentTarget.checked)}
      />
      <div className={classes.right}>
        <span role="status">
          {isWhole ? `${counted(shown, 'application', 'applications')} shown` : `${grouped(shown)} so far, loading…`}
        </span>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={onDownload}
          disabled={!canDownload}
          loading={isDownloading}
        >
          {DOWNLOAD}
        </Button>
      </div>
    </div>
  );
}
