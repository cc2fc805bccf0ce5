import { TextInput, type TextInputProps } from '@mantine/core';
import { TEXTS } from '../../../../domain/text/texts.ts';

/** The code of a second factor at a sign-in, with the focus: it appears when it is asked for. */
export const CodeField = (props: Omit<TextInputProps, 'label'>) => (
  <TextInput
    label="Code"
    description={TEXTS.secondFactors.eitherCode}
    autoComplete="one-time-code"
    spellCheck={false}
    autoFocus
    required
    withAsterisk={false}
    {...props}
  />
);
