import { ActionIcon, Button, NativeSelect, TextInput, VisuallyHidden } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { LIMITS } from '../../../../../domain/limits/limits.ts';
import type { CatalogueField } from '../../../../../domain/report-catalogue/catalogue.ts';
import type { ReportCondition } from '../../../../../domain/saved-report/details.ts';
import { TEXT_LIMIT } from '../../../../../domain/text/text-limits.ts';
import { type ControlProps, formValue } from '../../../shared/forms/field-errors.ts';
import classes from './builder.module.css';
import { useFields } from './builder-context.ts';
import { FieldOptions, MomentSelect } from './field-options.tsx';
import { conditionsIn } from './form-values.ts';

export function ConditionsControl({ field, id, describedBy, value, isDisabled, onChange }: ControlProps) {
  const { groups } = useFields();
  const conditions = conditionsIn(value);
  const [spoken, setSpoken] = useState('');
  const set = (next: readonly ReportCondition[]) => onChange(formValue(next));
  const [first] = groups;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the label of the field is outside
    <div
      role="group"
      id={id}
      tabIndex={-1}
      className={classes.parts}
      aria-label={field.label}
      aria-describedby={describedBy}
    >
      {conditions.map((condition, at) => (
        <Condition
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no names
          key={at}
          condition={condition}
          number={at + 1}
          fields={groups}
          isDisabled={isDisabled}
          onChange={(next) => set(conditions.with(at, next))}
          onRemove={() => {
            set(conditions.toSpliced(at, 1));
            setSpoken('Condition removed');
            document.getElementById(`${id}-add`)?.focus();
          }}
        />
      ))}
      <Button
        id={`${id}-add`}
        variant="default"
        size="sm"
        className={classes.add}
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={isDisabled || !first || conditions.length >= LIMITS.reportConditions}
        onClick={() => first && set([...conditions, { field: first.id, when: 'today', isNot: false, values: [] }])}
      >
        Add a condition
      </Button>
      <VisuallyHidden role="status">{spoken}</VisuallyHidden>
    </div>
  );
}

function Condition({
  condition,
  number,
  fields,
  isDisabled,
  onChange,
  onRemove,
}: {
  condition: ReportCondition;
  number: number;
  fields: readonly CatalogueField[];
  isDisabled: boolean;
  onChange: (condition: ReportCondition) => void;
  onRemove: () => void;
}) {
  const field = fields.find(({ id }) => id === condition.field);
  return (
    <fieldset className={classes.card} disabled={isDisabled}>
      <legend>Condition {number}</legend>
      <div className={classes.row}>
        <NativeSelect
          aria-label="Field"
          value={field ? condition.field : ''}
          onChange={({ currentTarget }) =>
            onChange({ field: currentTarget.value, when: 'today', isNot: condition.isNot, values: [] })
          }
        >
          {!field && <option value="">Not available: choose another</option>}
          <FieldOptions fields={fields} />
        </NativeSelect>
        <NativeSelect
          aria-label="Comparison"
          value={condition.isNot ? 'not' : 'is'}
          data={[
            { value: 'is', label: 'is one of' },
            { value: 'not', label: 'is none of' },
          ]}
          onChange={({ currentTarget }) => onChange({ ...condition, isNot: currentTarget.value === 'not' })}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Remove condition ${number}`}
          onClick={onRemove}
        >
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </div>
      {field && (
        <>
          <ChosenValues
            field={field}
            values={condition.values}
            onChange={(values) => onChange({ ...condition, values })}
          />
          {field.hasToday && (
            <MomentSelect value={condition.when} onChange={(when) => onChange({ ...condition, when })} />
          )}
        </>
      )}
    </fieldset>
  );
}

function ChosenValues({
  field,
  values,
  onChange,
}: {
  field: CatalogueField;
  values: readonly string[];
  onChange: (values: string[]) => void;
}) {
  const labelOf = (value: string) => field.options?.find((one) => one.value === value)?.label ?? value;
  const add = (value: string) => value !== '' && !values.includes(value) && onChange([...values, value]);
  const isFull = values.length >= LIMITS.reportValues;
  return (
    <>
      {values.length > 0 && (
        <ul className={classes.values}>
          {values.map((value) => (
            <li key={value}>
              <span dir="auto">{labelOf(value)}</span>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="md"
                aria-label={`Remove ${labelOf(value)}`}
                onClick={() => onChange(values.filter((one) => one !== value))}
              >
                <IconX size={14} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {field.options ? (
        <NativeSelect
          aria-label={`Values of ${field.label}`}
          value=""
          disabled={isFull}
          data={[
            { value: '', label: values.length === 0 ? 'Choose a value…' : 'Or…' },
            ...field.options.filter(({ value }) => !values.includes(value)),
          ]}
          onChange={({ currentTarget }) => add(currentTarget.value)}
        />
      ) : (
        <TypedValue label={field.label} isDisabled={isFull} onAdd={add} />
      )}
    </>
  );
}

function TypedValue({
  label,
  isDisabled,
  onAdd,
}: {
  label: string;
  isDisabled: boolean;
  onAdd: (value: string) => void;
}) {
  const inputId = useId();
  const [typed, setTyped] = useState('');
  const add = () => {
    onAdd(typed.trim());
    setTyped('');
    document.getElementById(inputId)?.focus();
  };
  return (
    <div className={classes.row}>
      <TextInput
        id={inputId}
        aria-label={`Value of ${label}`}
        placeholder="A value, such as google"
        maxLength={TEXT_LIMIT}
        value={typed}
        disabled={isDisabled}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
      />
      <Button variant="default" size="sm" disabled={isDisabled || typed.trim() === ''} onClick={add}>
        Add
      </Button>
    </div>
  );
}
