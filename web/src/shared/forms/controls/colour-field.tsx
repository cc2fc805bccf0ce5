import { Button, TextInput } from '@mantine/core';
import type { FieldValue } from '../../../../../domain/application/events.ts';
import { textOf } from '../../../../../domain/application/field-value.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { describedInput } from '../described-input.tsx';
import type { ControlProps, Field } from '../field-errors.ts';
import classes from './controls.module.css';

const COLOUR = /^#[0-9a-f]{6}$/i;

function View({ value }: { value: FieldValue }) {
  const colour = textOf(value);
  if (!COLOUR.test(colour)) return 'The default';
  return (
    <>
      <span className={classes.swatch} style={{ background: colour }} aria-hidden />
      {colour}
    </>
  );
}

/** A colour as `#rrggbb`; the empty text is the default. */
export const colourField = (fallback: string) => {
  function ColourControl({ field, id, describedBy, value, onChange, error, isDisabled }: ControlProps) {
    return (
      <div className={classes.row}>
        <input
          type="color"
          className={classes.colour}
          aria-label={`Choose: ${field.label}`}
          value={COLOUR.test(value) ? value.toLowerCase() : fallback}
          disabled={isDisabled}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
        <TextInput
          {...describedInput(id, describedBy)}
          name={field.name}
          value={value}
          placeholder={fallback}
          disabled={isDisabled}
          error={error !== null}
          aria-invalid={error !== null}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
        {value !== '' && (
          <Button variant="default" disabled={isDisabled} onClick={() => onChange('')}>
            Use the default
          </Button>
        )}
      </div>
    );
  }
  return {
    dataType: 'custom',
    Control: ColourControl,
    View,
    check: (value) => (COLOUR.test(textOf(value).trim()) ? null : TEXTS.fields.enterColor),
  } as const satisfies Partial<Field>;
};
