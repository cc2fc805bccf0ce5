import { canBeLimit, MAX_LIMIT_DAYS } from '../../../../../domain/application/overdue.ts';
import type { StatusLimit } from '../../../../../domain/application/status-limits.ts';
import { APPLICATION_STATUSES } from '../../../../../domain/application/statuses.ts';
import { isOpen } from '../../../../../domain/reports/journey.ts';
import { readLimits, writeLimits } from '../../../../../domain/reports/what-if.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import classes from '../../../shared/reports/figure.module.css';
import { type CountWrong, NumberField } from './number-field.tsx';

/** Days for each status; empty is no limit. */
export function LimitsField({
  then,
  today,
  value,
  countWrong,
  onChange,
}: {
  then: string | undefined;
  today: readonly StatusLimit[];
  value: string | undefined;
  countWrong: CountWrong;
  /** From what the address has by then. */
  onChange: (next: (limits: string | null) => string) => void;
}) {
  const before = (then === undefined ? null : readLimits(then)) ?? today;
  const limitsOf = (text: string | null) => (text === null ? null : readLimits(text)) ?? before;
  const limits = limitsOf(value ?? null);
  const daysOf = (list: readonly StatusLimit[], wanted: string) => list.find(({ status }) => status === wanted)?.days;
  return (
    <details className={classes.rules}>
      <summary>Other time limits</summary>
      <div className={classes.fields}>
        {APPLICATION_STATUSES.filter(isOpen).map((status) => {
          const was = daysOf(before, status);
          return (
            <NumberField
              key={status}
              label={status}
              description={was === undefined ? 'Actual: no limit' : `Actual: ${was} days`}
              value={String(daysOf(limits, status) ?? '')}
              isAllowed={canBeLimit}
              refusal={TEXTS.organizations.statusLimitInvalid(MAX_LIMIT_DAYS)}
              countWrong={countWrong}
              onChange={(days) =>
                onChange((old) => {
                  const others = limitsOf(old).filter((limit) => limit.status !== status);
                  return writeLimits(days === null ? others : [...others, { status, days }]);
                })
              }
            />
          );
        })}
      </div>
    </details>
  );
}
