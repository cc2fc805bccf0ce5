import { TextInput } from '@mantine/core';
import { canBeLimit, MAX_LIMIT_DAYS } from '../../../../../domain/application/overdue.ts';
import type { StatusLimit } from '../../../../../domain/application/status-limits.ts';
import { APPLICATION_STATUSES } from '../../../../../domain/application/statuses.ts';
import { isOpen } from '../../../../../domain/reports/journey.ts';
import { readLimits, writeLimits } from '../../../../../domain/reports/what-if.ts';
import classes from '../../../shared/reports/figure.module.css';

/** Days for each status; empty is no limit. */
export function LimitsField({
  then,
  today,
  value,
  onChange,
}: {
  then: string | undefined;
  today: readonly StatusLimit[];
  value: string | undefined;
  onChange: (limits: string) => void;
}) {
  const before = (then === undefined ? null : readLimits(then)) ?? today;
  const limits = (value === undefined ? null : readLimits(value)) ?? before;
  const daysOf = (list: readonly StatusLimit[], wanted: string) => list.find(({ status }) => status === wanted)?.days;
  return (
    <details className={classes.rules}>
      <summary>Other time limits</summary>
      <div className={classes.fields}>
        {APPLICATION_STATUSES.filter(isOpen).map((status) => {
          const was = daysOf(before, status);
          return (
            <TextInput
              type="number"
              key={status}
              label={status}
              description={was === undefined ? 'Actual: no limit' : `Actual: ${was} days`}
              value={daysOf(limits, status) ?? ''}
              min={1}
              max={MAX_LIMIT_DAYS}
              onChange={({ currentTarget: { value: days } }) => {
                if (days !== '' && !(/^\d{1,3}$/.test(days) && canBeLimit(Number(days)))) return;
                const others = limits.filter((limit) => limit.status !== status);
                const next = writeLimits(days === '' ? others : [...others, { status, days: Number(days) }]);
                onChange(next);
              }}
            />
          );
        })}
      </div>
    </details>
  );
}
