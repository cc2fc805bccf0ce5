import { ActionIcon, NativeSelect, VisuallyHidden } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { LIMITS } from '../../../../../domain/limits/limits.ts';
import { type ControlProps, formValue } from '../../../shared/forms/field-errors.ts';
import classes from './builder.module.css';
import { useBuilder } from './builder-context.ts';
import { eventsIn } from './form-values.ts';

const words = (sentence: string): string => sentence.replace(/\.$/, '');

/** The events that a report counts: those chosen, and a menu of all others by group. */
export function EventsControl({ id, describedBy, value, error, isDisabled, onChange }: ControlProps) {
  const { events } = useBuilder().catalogue;
  const chosen = eventsIn(value);
  const [spoken, setSpoken] = useState('');
  const groups = Map.groupBy(
    events.filter(({ type }) => !chosen.includes(type)),
    ({ group }) => group,
  );
  const sentenceOf = (type: string) => words(events.find((one) => one.type === type)?.sentence ?? type);
  const choose = (types: readonly string[], said: string) => {
    onChange(formValue(types));
    setSpoken(said);
  };
  return (
    <div className={classes.parts}>
      {chosen.length > 0 && (
        <ul className={classes.chosen}>
          {chosen.map((type) => (
            <li key={type}>
              <span>{sentenceOf(type)}</span>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                disabled={isDisabled}
                aria-label={`Remove: ${sentenceOf(type)}`}
                onClick={() => {
                  choose(
                    chosen.filter((one) => one !== type),
                    'Removed',
                  );
                  document.getElementById(id)?.focus();
                }}
              >
                <IconX size={18} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <NativeSelect
        id={id}
        value=""
        disabled={isDisabled || chosen.length >= LIMITS.reportEvents}
        error={error !== null}
        aria-describedby={describedBy}
        aria-invalid={error !== null}
        onChange={({ currentTarget }) => {
          const type = currentTarget.value;
          if (type !== '') choose([...chosen, type], `${sentenceOf(type)}: added`);
        }}
      >
        <option value="">{chosen.length === 0 ? 'Choose what happens…' : 'Or also…'}</option>
        {[...groups].map(([group, some]) => (
          <optgroup key={group} label={group}>
            {some.map(({ type, sentence }) => (
              <option key={type} value={type}>
                {words(sentence)}
              </option>
            ))}
          </optgroup>
        ))}
      </NativeSelect>
      <VisuallyHidden role="status">{spoken}</VisuallyHidden>
    </div>
  );
}
