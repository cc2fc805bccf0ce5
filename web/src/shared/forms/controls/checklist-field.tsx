import { Checkbox } from '@mantine/core';
import { type ControlProps, type Field, formValue } from '../field-errors.ts';
import classes from './controls.module.css';
import { idsIn } from './list-field.tsx';

interface Choice {
  readonly value: string;
  readonly label: string;
  readonly description?: string;
}
interface Choices {
  /** By heading. */
  readonly groups: Readonly<Record<string, readonly Choice[]>>;
  /** All values, in the order in which they are stored. */
  readonly order: readonly string[];
}

function Checklist({
  groups,
  order,
  props: { field, id, describedBy, value, error, isDisabled, onChange },
}: Choices & { props: ControlProps }) {
  const chosen = idsIn(value);
  const choose = (wanted: string, isChosen: boolean) =>
    onChange(formValue(order.filter((one) => (one === wanted ? isChosen : chosen.includes(one)))));
  return (
    <fieldset id={id} tabIndex={-1} className={classes.groups} aria-label={field.label} aria-describedby={describedBy}>
      {Object.entries(groups).map(([group, choices]) => (
        <fieldset
          key={group}
          className={classes.group}
          data-short={choices.every(({ description }) => !description) || undefined}
        >
          <legend>{group}</legend>
          {choices.map((one) => (
            <Checkbox
              key={one.value}
              label={one.label}
              description={one.description}
              checked={chosen.includes(one.value)}
              disabled={isDisabled}
              error={error !== null}
              onChange={({ currentTarget }) => choose(one.value, currentTarget.checked)}
            />
          ))}
        </fieldset>
      ))}
    </fieldset>
  );
}

/** Several of the choices: their values as a JSON list. */
export const checklistField = (choices: Choices, inWords: (values: readonly string[]) => string) =>
  ({
    dataType: 'custom',
    Control: (props: ControlProps) => <Checklist {...choices} props={props} />,
    stored: idsIn,
    inWords: (value) => inWords(idsIn(value)),
  }) as const satisfies Partial<Field>;
