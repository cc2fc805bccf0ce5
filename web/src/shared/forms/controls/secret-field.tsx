import { Button, TextInput } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import type { FieldValue } from '../../../../../domain/application/events.ts';
import { textOf } from '../../../../../domain/application/field-value.ts';
import { isMask } from '../../../../../domain/values/secret-mask.ts';
import { describedInput } from '../described-input.tsx';
import type { ControlProps, Field } from '../field-errors.ts';
import classes from './controls.module.css';

const inWords = (value: FieldValue): string => {
  const text = textOf(value);
  if (text === '') return 'Not set';
  return isMask(text) ? `Set: ${text}` : 'New value';
};

function SecretControl({ field, id, describedBy, value, onChange, error, isDisabled }: ControlProps) {
  const [mask, setMask] = useState('');
  if (isMask(value)) {
    const replaceBy = () => {
      setMask(value);
      onChange('');
    };
    return (
      <div className={classes.row}>
        <span className={classes.set}>
          <IconLock size={18} stroke={1.75} aria-hidden /> {inWords(value)}
        </span>
        <Button
          id={id}
          variant="default"
          size="compact-md"
          // The label of the field would hide what the button does.
          aria-label={`Replace or remove: ${field.label}`}
          disabled={isDisabled}
          onClick={replaceBy}
        >
          Replace or remove
        </Button>
      </div>
    );
  }
  return (
    <div className={classes.row}>
      <TextInput
        {...describedInput(id, describedBy)}
        name={field.name}
        value={value}
        autoComplete="off"
        autoFocus={mask !== ''}
        spellCheck={false}
        disabled={isDisabled}
        placeholder={mask && 'Leave it empty to remove it'}
        error={error !== null}
        aria-invalid={error !== null}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {mask !== '' && (
        <Button variant="default" disabled={isDisabled} onClick={() => onChange(mask)}>
          Keep the current one
        </Button>
      )}
    </div>
  );
}

/** Written only: the server answers a mask. What is typed is never kept in a draft. */
export const SECRET = {
  dataType: 'custom',
  Control: SecretControl,
  isSecret: true,
  inWords,
} as const satisfies Partial<Field>;
