import { TextInput, type TextInputProps } from '@mantine/core';
import { TEXTS } from '../../../../domain/text/texts.ts';

/** A code that is asked for, with the focus because it appears then; of a second factor, unless its description says otherwise. */
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
