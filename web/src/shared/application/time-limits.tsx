import { TextInput } from '@mantine/core';
import { useId } from 'react';
import { APPLICATION_STATUSES, type ApplicationStatus, canBeOverdue } from '../../../../domain/application/statuses.ts';
import { describedInput } from '../forms/described-input.tsx';
import { StatusChip } from './status-chip.tsx';
import classes from './time-limits.module.css';

/** What is typed for each status. */
export type TypedDays = Readonly<Partial<Record<ApplicationStatus, string>>>;

/** Text that is no whole number stays a text. */
export interface TypedLimit {
  readonly status: ApplicationStatus;
  readonly days: number | string;
}

export const typedDays = (limits: readonly TypedLimit[]): TypedDays =>
  Object.fromEntries(limits.map(({ status, days }) => [status, String(days)]));

export const typedLimits = (days: TypedDays): readonly TypedLimit[] =>
  APPLICATION_STATUSES.flatMap((status) => {
    const text = days[status]?.trim();
    return text ? [{ status, days: /^\d+$/.test(text) ? Number(text) : text }] : [];
  });

/** Days for each status, after which an application is overdue. */
export function TimeLimits({
  id,
  describedBy,
  days,
  isInvalid,
  isDisabled = false,
  onChange,
}: {
  /** Of the first input. */
  id?: string;
  describedBy: string | undefined;
  days: TypedDays;
  isInvalid: (limit: TypedLimit) => boolean;
  isDisabled?: boolean;
  onChange: (days: TypedDays) => void;
}) {
  const ownId = useId();
  const firstId = id ?? ownId;
  const invalid = new Set(
    typedLimits(days)
      .filter(isInvalid)
      .map(({ status }) => status),
  );
  return (
    <div className={classes.limits}>
      {APPLICATION_STATUSES.filter(canBeOverdue).map((status, index) => (
        <div key={status} className={classes.limit}>
          <StatusChip status={status} />
          <TextInput
            {...describedInput(index === 0 ? firstId : `${firstId}-${index}`, describedBy)}
            size="sm"
            inputMode="numeric"
            aria-label={`Days in ${status}`}
            placeholder="days"
            disabled={isDisabled}
            error={invalid.has(status)}
            value={days[status] ?? ''}
            onChange={({ currentTarget: { value } }) => onChange({ ...days, [status]: value })}
          />
        </div>
      ))}
    </div>
  );
}
