import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { Switch } from '@mantine/core';
import type { ControlProps, Field } from '../field-errors.ts';

const ON = 'true';

function SwitchControl({ field, id, describedBy, value, onChange, isDisabled }: ControlProps) {
  return (
    <Switch
      id={id}
      name={field.name}
      size="md"
      checked={value === ON}
      disabled={isDisabled}
      aria-describedby={describedBy}
      label={field.inWords?.(value)}
      wrapperProps={{ 'aria-hidden': undefined }}
      onChange={({ currentTarget }) => onChange(currentTarget.checked ? ON : '')}
    />
  );
}

/** A boolean: `true`, or the empty text. */
export const switchField = (on = 'On', off = 'Off') =>
  ({
    dataType: 'custom',
    Control: SwitchControl,
    inWords: (value) => (value === ON ? on : off),
    stored: (value) => value === ON,
  }) as const satisfies Partial<Field>;
