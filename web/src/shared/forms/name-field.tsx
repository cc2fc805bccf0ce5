import { TextInput, type TextInputProps } from '@mantine/core';
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
    description="Colleagues see it instead of your email."
    autoComplete="name"
    dir="auto"
  />
);
