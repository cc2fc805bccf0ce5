import type { FieldValue } from '../../../../../domain/application/events.ts';
import { textOf } from '../../../../../domain/application/field-value.ts';
import { canBeLimit, inDays, MAX_LIMIT_DAYS } from '../../../../../domain/application/overdue.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { TimeLimits, type TypedLimit, typedDays, typedLimits } from '../../../shared/application/time-limits.tsx';
import type { ControlProps, Field } from '../../../shared/forms/field-errors.ts';

const limitsIn = (value: FieldValue): readonly TypedLimit[] => {
  const text = textOf(value);
  return text === '' ? [] : (JSON.parse(text) as readonly TypedLimit[]);
};

const isLimit = ({ days }: TypedLimit): boolean => typeof days === 'number' && canBeLimit(days);

function TimeLimitsControl({ id, describedBy, value, onChange, isDisabled }: ControlProps) {
  return (
    <TimeLimits
      id={id}
      describedBy={describedBy}
      days={typedDays(limitsIn(value))}
      isInvalid={(limit) => !isLimit(limit)}
      isDisabled={isDisabled}
      onChange={(days) => {
        const limits = typedLimits(days);
        onChange(limits.length === 0 ? '' : JSON.stringify(limits));
      }}
    />
  );
}

/** The limits as JSON, in rank order of the statuses. */
export const TIME_LIMITS = {
  dataType: 'custom',
  Control: TimeLimitsControl,
  check: (value) => (limitsIn(value).every(isLimit) ? null : TEXTS.organizations.statusLimitInvalid(MAX_LIMIT_DAYS)),
  inWords: (value) =>
    limitsIn(value)
      .map(({ status, days }) => `${status} ${typeof days === 'number' ? inDays(days) : days}`)
      .join(', '),
  stored: limitsIn,
} as const satisfies Partial<Field>;
