import { IconCheck, IconClockExclamation } from '@tabler/icons-react';
import text from '../../shared/ui/text-button.module.css';
import { type QuickFilter, quickFiltersFor } from './data/quick-filters.ts';
import classes from './tools.module.css';

const NAMES: Readonly<Record<QuickFilter, string>> = { mine: 'Mine', unassigned: 'Unassigned', overdue: 'Overdue' };

export function QuickFilterBar({
  chosen,
  seesAssignees,
  onToggle,
  onLimits,
}: {
  chosen: ReadonlySet<QuickFilter>;
  seesAssignees: boolean;
  onToggle: (filter: QuickFilter) => void;
  onLimits: (() => void) | undefined;
}) {
  return (
    <fieldset className={classes.quick} aria-label="Quick filters">
      {quickFiltersFor(seesAssignees).map((filter) => (
        <button
          key={filter}
          type="button"
          className={classes.pill}
          aria-pressed={chosen.has(filter)}
          onClick={() => onToggle(filter)}
        >
          {chosen.has(filter) && <IconCheck size={14} aria-hidden />}
          {NAMES[filter]}
        </button>
      ))}
      {onLimits && (
        <button type="button" className={`${text.textButton} ${classes.disclosure}`} onClick={onLimits}>
          <IconClockExclamation size={16} aria-hidden />
          Time limits
        </button>
      )}
    </fieldset>
  );
}
