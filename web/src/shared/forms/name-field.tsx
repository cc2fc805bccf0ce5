import { TextInput, type TextInputProps } from '@mantine/core';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { displayNameOf } from '../../../../domain/user/display-name.ts';

/** The errors of a form with the name of an account, which may be empty. */
export function nameErrors({ name }: { readonly name: string }): Record<string, string> {
  const checked = displayNameOf(name);
  return checked.ok ? {} : { name: checked.rejection.message };
}

/** Where a person joins a school; `My account` changes it later. */
export const NameField = (props: TextInputProps) => (
  <TextInput
    {...props}
    label="Your name (optional)"
    description={TEXTS.fields.nameHelp}
    autoComplete="name"
    dir="auto"
  />
);
