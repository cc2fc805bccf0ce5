import { ActionIcon, NativeSelect, VisuallyHidden } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { FieldValue } from '../../../../../domain/application/events.ts';
import { textOf } from '../../../../../domain/application/field-value.ts';
import { CardList } from '../../cards/card-list.tsx';
import { describedInput } from '../described-input.tsx';
import type { ControlProps, Field } from '../field-errors.ts';
import classes from './controls.module.css';

export const idsIn = (value: FieldValue): readonly string[] => {
  const text = textOf(value);
  return text.startsWith('[') ? JSON.parse(text) : [];
};

const listValue = (ids: readonly string[]): string => (ids.length === 0 ? '' : JSON.stringify(ids));

function ListControl({ field, id, describedBy, value, onChange, error, isDisabled }: ControlProps) {
  const ids = idsIn(value);
  const [spoken, setSpoken] = useState('');
  const options = (field.options ?? []).map((one) => (typeof one === 'string' ? { value: one, label: one } : one));
  const labelOf = (one: string) => options.find((option) => option.value === one)?.label;
  const rest = options.filter((option) => !ids.includes(option.value));
  return (
    <>
      {ids.length > 0 && (
        <CardList
          label={field.label}
          cards={ids.map((one) => ({ id: one, name: labelOf(one) ?? 'Deleted' }))}
          isDisabled={isDisabled}
          onMove={(one, to) => onChange(listValue(ids.filter((other) => other !== one).toSpliced(to, 0, one)))}
        >
          {({ id: one, name }, _, moving) => (
            <div className={classes.item}>
              <span dir="auto" className={labelOf(one) === undefined ? classes.gone : undefined}>
                {name}
              </span>
              {!isDisabled && (
                <span className={classes.moves}>
                  {moving}
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size="lg"
                    aria-label={`Remove ${name}`}
                    onClick={() => {
                      onChange(listValue(ids.filter((other) => other !== one)));
                      setSpoken(`${name} removed`);
                      document.getElementById(id)?.focus();
                    }}
                  >
                    <IconX size={18} aria-hidden />
                  </ActionIcon>
                </span>
              )}
            </div>
          )}
        </CardList>
      )}
      <NativeSelect
        {...describedInput(id, describedBy)}
        value=""
        disabled={isDisabled || rest.length === 0}
        error={error !== null}
        aria-invalid={error !== null}
        data={[{ value: '', label: rest.length > 0 ? 'Add…' : 'Nothing left to add' }, ...rest]}
        onChange={({ currentTarget }) => {
          const added = currentTarget.value;
          if (added === '') return;
          onChange(listValue([...ids, added]));
          setSpoken(`${labelOf(added)} added`);
        }}
      />
      <VisuallyHidden role="status">{spoken}</VisuallyHidden>
    </>
  );
}

/** Several of the options in an order: their values as a JSON list; the empty text is an empty list. */
export const listField = (options: readonly { readonly value: string; readonly label: string }[]) =>
  ({
    dataType: 'custom',
    options,
    Control: ListControl,
    inWords: (value) =>
      idsIn(value)
        .map((one) => options.find((option) => option.value === one)?.label ?? 'Deleted')
        .join(', '),
    stored: idsIn,
  }) as const satisfies Partial<Field>;
