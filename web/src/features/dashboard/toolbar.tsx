import { Tabs } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { DASHBOARD_TABS, type DashboardTab, isDashboardTab } from '../../../../domain/batch/on-dashboard.ts';
import { useAtOnce } from '../../shared/browser/use-at-once.ts';
import pills from '../../shared/ui/pills.module.css';
import tools from './toolbar.module.css';

export const TAB_NAMES: Readonly<Record<DashboardTab, string>> = { active: 'Active', complete: 'Complete', all: 'All' };

/** What the page shows: one row of controls of one height at 1440 px. */
export function Toolbar({
  tab,
  showInactive,
  showTrends,
  search,
  view,
  interviews,
  quickFilters,
  menu,
  onTab,
  onShowInactive,
  onShowTrends,
}: {
  tab: DashboardTab;
  showInactive: boolean;
  showTrends: boolean;
  search: ReactNode;
  view: ReactNode;
  interviews: ReactNode;
  quickFilters: ReactNode;
  menu: ReactNode;
  onTab: (tab: DashboardTab) => void;
  onShowInactive: (isShown: boolean) => void;
  onShowTrends: (isShown: boolean) => void;
}) {
  return (
    <div className={tools.toolbar} data-toolbar>
      <Tabs
        value={tab}
        onChange={(chosen) => {
          if (isDashboardTab(chosen)) onTab(chosen);
        }}
        classNames={{ list: tools.switch, tab: tools.switchButton }}
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
      {view}
      {interviews}
      {quickFilters}
      <TickedPill label="Show inactive applications" isTicked={showInactive} onTick={onShowInactive} />
      <TickedPill label="View Trends" isTicked={showTrends} onTick={onShowTrends} />
      {menu}
    </div>
  );
}

/** A checkbox that looks like the buttons beside it. */
function TickedPill({
  label,
  isTicked,
  onTick,
}: {
  label: string;
  isTicked: boolean;
  onTick: (isTicked: boolean) => void;
}) {
  const [ticked, tick] = useAtOnce(isTicked, onTick);
  return (
    <label className={`${pills.pill} ${tools.ticked}`}>
      <input type="checkbox" checked={ticked} onChange={(event) => tick(event.currentTarget.checked)} />
      {ticked && <IconCheck size={10} stroke={3} aria-hidden />}
      {label}
    </label>
  );
}
