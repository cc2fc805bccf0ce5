import { Checkbox } from '@mantine/core';
import { WEBHOOK_EVENT_GROUPS, WEBHOOK_EVENT_TYPES } from '../../../../../domain/webhook/event-types.ts';
import { idsIn } from '../../../shared/forms/controls/list-field.tsx';
import { type ControlProps, type Field, formValue } from '../../../shared/forms/field-errors.ts';
import classes from './webhooks.module.css';

const SENTENCES: ReadonlyMap<string, string> = new Map(Object.values(WEBHOOK_EVENT_GROUPS).flatMap(Object.entries));

function EventTypes({ field, id, describedBy, value, error, isDisabled, onChange }: ControlProps) {
  const chosen = idsIn(value);
  const choose = (type: string, isChosen: boolean) =>
    onChange(formValue(WEBHOOK_EVENT_TYPES.filter((one) => (one === type ? isChosen : chosen.includes(one)))));
  return (
    // biome-ignore lint/a11y/useSemanticElements: the label of the field is outside
    <div role="group" id={id} tabIndex={-1} aria-label={field.label} aria-describedby={describedBy}>
      {Object.entries(WEBHOOK_EVENT_GROUPS).map(([group, types]) => (
        <fieldset key={group} className={classes.group}>
          <legend>{group}</legend>
          {Object.entries(types).map(([type, sentence]) => (
            <Checkbox
              key={type}
              label={sentence}
              description={type}
              checked={chosen.includes(type)}
              disabled={isDisabled}
              error={error !== null}
              onChange={({ currentTarget }) => choose(type, currentTarget.checked)}
            />
          ))}
        </fieldset>
      ))}
    </div>
  );
}

/** The chosen event types as a JSON list, in the published order. */
export const EVENT_TYPES = {
  dataType: 'custom',
  Control: EventTypes,
  stored: idsIn,
  inWords: (value) =>
    idsIn(value)
      .map((type) => SENTENCES.get(type)?.replace(/\.$/, '') ?? type)
      .join('; '),
} as const satisfies Partial<Field>;
