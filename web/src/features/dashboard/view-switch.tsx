import { NativeSelect } from '@mantine/core';
import { IconLayoutKanban, IconTable } from '@tabler/icons-react';
import type { Batch } from '../../../../api/contract/batches.ts';
import { BOARD_ORDERS, type BoardOrder, DASHBOARD_VIEWS, type DashboardView } from './dashboard-address.ts';
import classes from './tools.module.css';
import { type DashboardTab, isInTab } from './visible-applications.ts';

const LOOK = {
  table: { name: 'Table', Icon: IconTable },
  board: { name: 'Board', Icon: IconLayoutKanban },
} as const satisfies Record<DashboardView, unknown>;

const ORDER_NAMES: Readonly<Record<BoardOrder, string>> = {
  moved: 'Last moved first',
  longest: 'Longest in status first',
  newest: 'Newest applications first',
};

/** Table or board, by word; the board has no sections and no headings, so it asks here for one batch alone, and for an order. */
export function ViewSwitch({
  view,
  batches,
  tab,
  batchId,
  order,
  onView,
  onBatch,
  onOrder,
}: {
  view: DashboardView;
  batches: readonly Batch[];
  tab: DashboardTab;
  batchId: string | null;
  order: BoardOrder;
  onView: (view: DashboardView) => void;
  onBatch: (batchId: string | null) => void;
  onOrder: (order: BoardOrder) => void;
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
        <>
          <NativeSelect
            size="xs"
            className={classes.batchChoice}
            aria-label="Batch"
            value={inTab.some(({ _id }) => _id === batchId) ? (batchId ?? '') : ''}
            onChange={({ currentTarget: { value } }) => onBatch(value || null)}
            data={[{ value: '', label: 'All batches' }, ...inTab.map(({ _id, name }) => ({ value: _id, label: name }))]}
          />
          <NativeSelect
            size="xs"
            className={classes.batchChoice}
            aria-label="Order of cards"
            value={order}
            onChange={({ currentTarget: { value } }) => onOrder(value as BoardOrder)}
            data={BOARD_ORDERS.map((one) => ({ value: one, label: ORDER_NAMES[one] }))}
          />
        </>
      )}
    </div>
  );
}
