import { NativeSelect } from '@mantine/core';
import { IconLayoutKanban, IconTable } from '@tabler/icons-react';
import type { Batch } from '../../../../api/contract/batches.ts';
import { type DashboardTab, isInTab } from '../../../../domain/batch/on-dashboard.ts';
import { DASHBOARD_VIEWS, type DashboardView } from './data/dashboard-address.ts';
import classes from './tools.module.css';

const LOOK = {
  table: { name: 'Table', Icon: IconTable },
  board: { name: 'Board', Icon: IconLayoutKanban },
} as const satisfies Record<DashboardView, unknown>;

export function ViewSwitch({
  view,
  batches,
  tab,
  batchId,
  onView,
  onBatch,
}: {
  view: DashboardView;
  batches: readonly Batch[];
  tab: DashboardTab;
  batchId: string | null;
  onView: (view: DashboardView) => void;
  onBatch: (batchId: string | null) => void;
}) {
  const inTab = batches.filter((batch) => isInTab(batch, tab));
  return (
    <div className={classes.view}>
      <fieldset className={classes.switch} aria-label="View">
        {DASHBOARD_VIEWS.map((one) => {
          const { name, Icon } = LOOK[one];
          return (
            <button
              key={one}
              type="button"
              className={classes.switchButton}
              aria-pressed={view === one}
              onClick={() => onView(one)}
            >
              <Icon size={16} stroke={1.75} aria-hidden />
              {name}
            </button>
          );
        })}
      </fieldset>
      {view === 'board' && (
        <NativeSelect
          size="xs"
          className={classes.batchChoice}
          aria-label="Batch"
          value={inTab.some(({ _id }) => _id === batchId) ? (batchId ?? '') : ''}
          onChange={({ currentTarget: { value } }) => onBatch(value || null)}
          data={[{ value: '', label: 'All batches' }, ...inTab.map(({ _id, name }) => ({ value: _id, label: name }))]}
        />
      )}
    </div>
  );
}
