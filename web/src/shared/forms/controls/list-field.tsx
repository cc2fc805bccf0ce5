import { ActionIcon, NativeSelect, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { FieldValue } from '../../../../../domain/application/events.ts';
import { textOf } from '../../../../../domain/application/field-value.ts';
import type { ControlProps, Field } from '../field-errors.ts';
import classes from './controls.module.css';

export const idsIn = (value: FieldValue): readonly string[] => {
  const text = textOf(value);
  return text.startsWith('[') ? JSON.parse(text) : [];
};

const listValue = (ids: readonly string[]): string => (ids.length === 0 ? '' : JSON.stringify(ids));

function ListControl({ field, id, describedBy, value, onChange, error, isDisabled }: ControlProps) {
  const ids = idsIn(value);
  const list = useRef<HTMLOListElement>(null);
  const [spoken, setSpoken] = useState('');
  const [focused, setFocused] = useState<string | null>(null);
  const options = (field.options ?? []).map((one) => (typeof one === 'string' ? { value: one, label: one } : one));
  const labelOf = (one: string) => options.find((option) => option.value === one)?.label;
  const rest = options.filter((option) => !ids.includes(option.value));

  // A moved element loses the focus.
  useEffect(() => {
    if (focused === null) return;
    list.current?.querySelector<HTMLElement>(`[data-move="${CSS.escape(focused)}"]`)?.focus();
    setFocused(null);
  }, [focused]);

  const move = (index: number, by: -1 | 1) => {
    const one = ids[index] ?? '';
    const place = index + by;
    onChange(listValue(ids.toSpliced(index, 1).toSpliced(place, 0, one)));
    setSpoken(`${labelOf(one) ?? 'It'}, ${place + 1} of ${ids.length}`);
    const isAtEnd = place === 0 || place === ids.length - 1;
    setFocused(`${one}:${isAtEnd ? -by : by}`);
  };
  return (
    <>
      {ids.length > 0 && (
        <ol className={classes.list} ref={list}>
          {ids.map((one, index) => {
            const label = labelOf(one) ?? 'Deleted';
            return (
              <li key={one} className={classes.item}>
                <span dir="auto" className={labelOf(one) === undefined ? classes.gone : undefined}>
                  {label}
                </span>
                {!isDisabled && (
                  <span className={classes.moves}>
                    {([-1, 1] as const).map((by) => (
                      <ActionIcon
                        key={by}
                        variant="subtle"
                        color="gray"
                        size="lg"
                        data-move={`${one}:${by}`}
                        disabled={index + by < 0 || index + by >= ids.length}
                        aria-label={`Move ${label} ${by < 0 ? 'up' : 'down'}`}
                        onClick={() => move(index, by)}
                      >
                        {by < 0 ? <IconArrowUp size={18} aria-hidden /> : <IconArrowDown size={18} aria-hidden />}
                      </ActionIcon>
                    ))}
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size="lg"
                      aria-label={`Remove ${label}`}
                      onClick={() => {
                        onChange(listValue(ids.toSpliced(index, 1)));
                        setSpoken(`${label} removed`);
                        document.getElementById(id)?.focus();
                      }}
                    >
                      <IconX size={18} aria-hidden />
                    </ActionIcon>
                  </span>
                )}
              </li>
            );
          })}
        </ol>
      )}
      <NativeSelect
        id={id}
        value=""
        disabled={isDisabled || rest.length === 0}
        error={error !== null}
        aria-describedby={describedBy}
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
