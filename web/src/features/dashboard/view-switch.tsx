import { IconLayoutKanban, IconTable } from '@tabler/icons-react';
import { DASHBOARD_VIEWS, type DashboardView } from './data/dashboard-address.ts';
import classes from './toolbar.module.css';

const LOOK = {
  table: { name: 'Table', Icon: IconTable },
  board: { name: 'Board', Icon: IconLayoutKanban },
} as const satisfies Record<DashboardView, unknown>;

export const ViewSwitch = ({ view, onView }: { view: DashboardView; onView: (view: DashboardView) => void }) => (
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
);
