import { Textarea, TextInput } from '@mantine/core';
import { type RefObject, useRef, useState } from 'react';
import { textOf } from '../../../../../domain/application/field-value.ts';
import { PLACEHOLDERS, type Placeholder, placeholdersIn } from '../../../../../domain/email-template/placeholders.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { describedInput } from '../../../shared/forms/described-input.tsx';
import type { ControlProps, Field } from '../../../shared/forms/field-errors.ts';
import { pasteAsMarkdown } from '../../../shared/markdown/paste-as-markdown.ts';
import { SearchSelect } from '../../../shared/ui/search-select.tsx';
import classes from './email-templates.module.css';

const LABELS: Readonly<Record<Placeholder, string>> = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email address',
  applicationLink: 'Application link',
  orgName: 'School name',
};

const optionsOf = (names: readonly Placeholder[]) => names.map((name) => ({ value: name, label: LABELS[name] }));

const MENU = [
  { group: 'Applicant', items: optionsOf(['firstName', 'lastName', 'email']) },
  { group: 'Application', items: optionsOf(['applicationLink']) },
  { group: 'School', items: optionsOf(['orgName']) },
];

const isKnown = (name: string): boolean => PLACEHOLDERS.some((one) => one === name);

/** Inserts at the cursor; in a field that had no focus yet, at the end. */
function PlaceholderText({ field, id, describedBy, value, onChange, error, isDisabled }: ControlProps) {
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const wasFocused = useRef(false);
  const [search, setSearch] = useState('');
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
    ...describedInput(id, describedBy),
    name: field.name,
    value,
    disabled: isDisabled,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
    onFocus: () => {
      wasFocused.current = true;
    },
    error: error !== null,
    'aria-required': field.required === true,
    'aria-invalid': error !== null,
  };
  return (
    <>
      {field.dataType === 'paragraph' ? (
        <Textarea
          {...shared}
          ref={input as RefObject<HTMLTextAreaElement | null>}
          rows={14}
          resize="vertical"
          onPaste={pasteAsMarkdown}
        />
      ) : (
        <TextInput {...shared} ref={input as RefObject<HTMLInputElement | null>} autoComplete="off" />
      )}
      <SearchSelect
        className={classes.placeholders}
        aria-label={`Insert into ${field.label}`}
        placeholder="Insert a placeholder"
        size="sm"
        data={MENU}
        value={null}
        searchValue={search}
        onSearchChange={setSearch}
        disabled={isDisabled}
        onChange={(name) => {
          setSearch('');
          if (name !== null) insert(name as Placeholder);
        }}
      />
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
