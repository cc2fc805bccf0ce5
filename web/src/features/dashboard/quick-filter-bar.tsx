import { IconCheck } from '@tabler/icons-react';
import classes from '../../shared/ui/pills.module.css';
import { type QuickFilter, quickFiltersFor } from './data/quick-filters.ts';

const NAMES: Readonly<Record<QuickFilter, string>> = { mine: 'Mine', unassigned: 'Unassigned', overdue: 'Overdue' };

export function QuickFilterBar({
  chosen,
  seesAssignees,
  onToggle,
}: {
  chosen: ReadonlySet<QuickFilter>;
  seesAssignees: boolean;
  onToggle: (filter: QuickFilter) => void;
}) {
  return (
    <fieldset className={classes.pills} aria-label="Quick filters">
      {quickFiltersFor(seesAssignees).map((filter) => (
        <button
          key={filter}
          type="button"
          className={classes.pill}
          aria-pressed={chosen.has(filter)}
          onClick={() => onToggle(filter)}
        >
          {chosen.has(filter) && <IconCheck size={10} stroke={3} aria-hidden />}
          {NAMES[filter]}
        </button>
      ))}
    </fieldset>
  );
}
