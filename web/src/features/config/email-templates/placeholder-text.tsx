import { Button, Textarea, TextInput } from '@mantine/core';
import { type RefObject, useRef } from 'react';
import { textOf } from '../../../../../domain/application/field-value.ts';
import { PLACEHOLDERS, type Placeholder, placeholdersIn } from '../../../../../domain/email-template/placeholders.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import type { ControlProps, Field } from '../../../shared/forms/field-errors.ts';
import classes from './email-templates.module.css';

const LABELS: Readonly<Record<Placeholder, string>> = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email address',
  orgName: 'School name',
  applicationLink: 'Application link',
};

const isKnown = (name: string): boolean => PLACEHOLDERS.some((one) => one === name);

/** Inserts at the cursor; in a field that had no focus yet, at the end. */
function PlaceholderText({ field, id, describedBy, value, onChange, error, isDisabled }: ControlProps) {
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const wasFocused = useRef(false);
  const insert = (name: Placeholder) => {
    const element = input.current;
    if (!element) return;
    const end = element.value.length;
    const [from, to] = wasFocused.current ? [element.selectionStart ?? end, element.selectionEnd ?? end] : [end, end];
    element.setRangeText(`{{${name}}}`, from, to, 'end');
    onChange(element.value);
    element.focus();
  };
  const shared = {
    id,
    name: field.name,
    value,
    disabled: isDisabled,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
    onFocus: () => {
      wasFocused.current = true;
    },
    error: error !== null,
    'aria-describedby': describedBy,
    'aria-required': field.required === true,
    'aria-invalid': error !== null,
  };
  return (
    <>
      {field.dataType === 'paragraph' ? (
        <Textarea {...shared} ref={input as RefObject<HTMLTextAreaElement | null>} rows={14} resize="vertical" />
      ) : (
        <TextInput {...shared} ref={input as RefObject<HTMLInputElement | null>} autoComplete="off" />
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be a group of answers */}
      <div role="group" aria-label={`Insert into ${field.label}`} className={classes.placeholders}>
        <span>Insert:</span>
        {PLACEHOLDERS.map((name) => (
          <Button key={name} size="compact-sm" variant="default" disabled={isDisabled} onClick={() => insert(name)}>
            {LABELS[name]}
          </Button>
        ))}
      </div>
    </>
  );
}

export const PLACEHOLDER_TEXT = {
  Control: PlaceholderText,
  check: (value) => {
    const unknown = placeholdersIn(textOf(value)).find((name) => !isKnown(name));
    return unknown === undefined ? null : TEXTS.emailTemplates.placeholderUnknown(unknown, PLACEHOLDERS);
  },
} as const satisfies Partial<Field>;
