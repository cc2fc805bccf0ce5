import { NativeSelect } from '@mantine/core';
import { APPLICATION_STATUSES, type ApplicationStatus } from '../../../../../domain/application/statuses.ts';
import type { ReportMeasure } from '../../../../../domain/saved-report/details.ts';
import { describedInput } from '../../../shared/forms/described-input.tsx';
import { type ControlProps, formValue } from '../../../shared/forms/field-errors.ts';
import classes from './builder.module.css';
import { useBuilder, useFields } from './builder-context.ts';
import { measureIn } from './form-values.ts';

const KINDS: Readonly<Record<ReportMeasure['kind'], string>> = {
  count: 'How often it happened',
  applications: 'How many applications it happened to',
  sum: 'The sum of a number',
  median: 'The median time since another event',
};

export function MeasureControl({ id, describedBy, value, error, isDisabled, onChange }: ControlProps) {
  const { events } = useBuilder().catalogue;
  const { numbers } = useFields();
  const measure = measureIn(value);
  const set = (next: ReportMeasure) => onChange(formValue(next));
  const first = (kind: ReportMeasure['kind']): ReportMeasure => {
    if (kind === 'sum') return { kind, field: numbers[0]?.id ?? '' };
    return kind === 'median' ? { kind, from: { event: 'ApplicationSubmitted', status: null } } : { kind };
  };
  const kinds = (Object.keys(KINDS) as ReportMeasure['kind'][]).filter(
    (kind) => kind !== 'sum' || numbers.length > 0 || measure.kind === 'sum',
  );
  return (
    <div className={classes.parts}>
      <NativeSelect
        {...describedInput(id, describedBy)}
        value={measure.kind}
        disabled={isDisabled}
        error={error !== null}
        aria-invalid={error !== null}
        data={kinds.map((kind) => ({ value: kind, label: KINDS[kind] }))}
        onChange={({ currentTarget }) => set(first(currentTarget.value as ReportMeasure['kind']))}
      />
      {measure.kind === 'sum' && (
        <NativeSelect
          label="Number"
          size="sm"
          value={measure.field}
          disabled={isDisabled}
          data={numbers.map((field) => ({ value: field.id, label: field.label }))}
          onChange={({ currentTarget }) => set({ kind: 'sum', field: currentTarget.value })}
        />
      )}
      {measure.kind === 'median' && (
        <>
          <NativeSelect
            label="Since"
            size="sm"
            value={measure.from.event}
            disabled={isDisabled}
            data={events
              .filter((one) => !one.isAboutProgram)
              .map(({ type, sentence }) => ({ value: type, label: sentence.replace(/\.$/, '') }))}
            onChange={({ currentTarget }) =>
              set({ kind: 'median', from: { event: currentTarget.value, status: null } })
            }
          />
          {measure.from.event === 'StatusChanged' && (
            <NativeSelect
              label="To the status"
              size="sm"
              value={measure.from.status ?? ''}
              disabled={isDisabled}
              data={[
                { value: '', label: 'Any status' },
                ...APPLICATION_STATUSES.map((one) => ({ value: one, label: one })),
              ]}
              onChange={({ currentTarget }) =>
                set({
                  kind: 'median',
                  from: {
                    event: measure.from.event,
                    status: (currentTarget.value || null) as ApplicationStatus | null,
                  },
                })
              }
            />
          )}
        </>
      )}
    </div>
  );
}
