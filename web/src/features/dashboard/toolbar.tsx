import { Button, Checkbox, Tabs, TextInput } from '@mantine/core';
import { IconDownload, IconSearch } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { DASHBOARD_TABS, type DashboardTab, isDashboardTab } from '../../../../domain/batch/on-dashboard.ts';
import { counted, grouped } from '../../../../domain/counted.ts';
import { useAtOnce } from '../../shared/use-at-once.ts';
import classes from './dashboard.module.css';

export const TAB_NAMES: Readonly<Record<DashboardTab, string>> = { active: 'Active', complete: 'Complete', all: 'All' };

/** What stays on top: which batches, which applications, how many of them, and the way out as CSV. */
export function Toolbar({
  tab,
  query,
  showInactive,
  showTrends,
  shown,
  isWhole,
  seesAssignees,
  search,
  onTab,
  onQuery,
  onShowInactive,
  onShowTrends,
  onDownload,
}: {
  tab: DashboardTab;
  query: string;
  showInactive: boolean;
  showTrends: boolean;
  shown: number;
  /** False while the last applications are still on their way. */
  isWhole: boolean;
  seesAssignees: boolean;
  search: RefObject<HTMLInputElement | null>;
  onTab: (tab: DashboardTab) => void;
  onQuery: (query: string) => void;
  onShowInactive: (isShown: boolean) => void;
  onShowTrends: (isShown: boolean) => void;
  onDownload: () => void;
}) {
  const [showsInactive, viewInactive] = useAtOnce(showInactive, onShowInactive);
  const [viewsTrends, viewTrends] = useAtOnce(showTrends, onShowTrends);
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
      <TextInput
        ref={search}
        type="search"
        size="sm"
        className={classes.search}
        aria-label="Search applications"
        placeholder={seesAssignees ? 'Name, email, status or assignee' : 'Name, email or status'}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={query}
        onChange={(event) => onQuery(event.currentTarget.value)}
      />
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
          disabled={shown === 0 || !isWhole}
        >
          Download visible data as CSV
        </Button>
      </div>
    </div>
  );
}
