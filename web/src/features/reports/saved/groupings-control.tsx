import { NativeSelect } from '@mantine/core';
import { LIMITS } from '../../../../../domain/limits/limits.ts';
import type { CatalogueField } from '../../../../../domain/report-catalogue/catalogue.ts';
import type { ReportGrouping } from '../../../../../domain/saved-report/details.ts';
import { type ControlProps, formValue } from '../../../shared/forms/field-errors.ts';
import classes from './builder.module.css';
import { useBuilder, useFields } from './builder-context.ts';
import { FieldOptions, MomentSelect } from './field-options.tsx';
import { groupingsIn } from './form-values.ts';

const TIMES = { day: 'Day', week: 'Week', month: 'Month' } as const;
type Unit = keyof typeof TIMES;
const TIME = 'time.';
const NAMES = ['Group by', 'Then by'] as const;

const keyOf = (grouping: ReportGrouping): string =>
  grouping.kind === 'time' ? `${TIME}${grouping.unit}` : grouping.field;
const groupingOf = (key: string): ReportGrouping =>
  key.startsWith(TIME)
    ? { kind: 'time', unit: key.slice(TIME.length) as Unit, clock: 'recorded' }
    : { kind: 'field', field: key, when: 'today' };

/** Up to two groupings: times, or fields. */
export function GroupingsControl({ field, id, describedBy, value, isDisabled, onChange }: ControlProps) {
  const { groups } = useFields();
  const { catalogue, question } = useBuilder();
  const groupings = groupingsIn(value);
  const hasOwnTime = catalogue.events.some((one) => one.hasOwnTime && question.events.includes(one.type));
  const set = (next: readonly ReportGrouping[]) => onChange(formValue(next));
  const shown = NAMES.slice(0, Math.min(groupings.length + 1, LIMITS.reportGroupings));
  return (
    // biome-ignore lint/a11y/useSemanticElements: the label of the field is outside
    <div role="group" className={classes.parts} aria-label={field.label} aria-describedby={describedBy}>
      {shown.map((name, at) => (
        <Grouping
          key={name}
          name={name}
          id={at === 0 ? id : `${id}-${at}`}
          grouping={groupings[at]}
          other={groupings[1 - at]}
          fields={groups}
          hasOwnTime={hasOwnTime}
          isDisabled={isDisabled}
          onChange={(next) => set(next ? groupings.toSpliced(at, 1, next) : groupings.toSpliced(at, 1))}
        />
      ))}
    </div>
  );
}

function Grouping({
  name,
  id,
  grouping,
  other,
  fields,
  hasOwnTime,
  isDisabled,
  onChange,
}: {
  name: string;
  id: string;
  grouping: ReportGrouping | undefined;
  other: ReportGrouping | undefined;
  fields: readonly CatalogueField[];
  hasOwnTime: boolean;
  isDisabled: boolean;
  onChange: (grouping: ReportGrouping | null) => void;
}) {
  const left = fields.filter((one) => other?.kind !== 'field' || other.field !== one.id);
  const field = grouping?.kind === 'field' ? fields.find((one) => one.id === grouping.field) : undefined;
  const isGone = grouping?.kind === 'field' && !field;
  return (
    <div className={classes.row}>
      <NativeSelect
        id={id}
        aria-label={name}
        value={grouping && !isGone ? keyOf(grouping) : isGone ? 'gone' : ''}
        disabled={isDisabled}
        onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : groupingOf(currentTarget.value))}
      >
        <option value="">{name === NAMES[0] ? 'Nothing (one figure)' : 'Nothing else'}</option>
        {isGone && <option value="gone">Not available: choose another</option>}
        {other?.kind !== 'time' && (
          <optgroup label="Time">
            {Object.entries(TIMES).map(([unit, label]) => (
              <option key={unit} value={`${TIME}${unit}`}>
                {label}
              </option>
            ))}
          </optgroup>
        )}
        <FieldOptions fields={left} />
      </NativeSelect>
      {grouping?.kind === 'field' && field?.hasToday && (
        <MomentSelect value={grouping.when} onChange={(when) => onChange({ ...grouping, when })} />
      )}
      {grouping?.kind === 'time' && hasOwnTime && (
        <NativeSelect
          aria-label="By the time"
          value={grouping.clock}
          disabled={isDisabled}
          data={[
            { value: 'recorded', label: 'when it was recorded' },
            { value: 'happened', label: 'when it happened' },
          ]}
          onChange={({ currentTarget }) =>
            onChange({ ...grouping, clock: currentTarget.value as 'recorded' | 'happened' })
          }
        />
      )}
    </div>
  );
}
