import { InputWrapperContext } from '@mantine/core';
import type { ReactNode } from 'react';

/**
 * The id of one of Mantine's inputs and of what describes it. An `aria-describedby` among its props has no effect, because
 * Mantine overrides it with its own wrapper's.
 */
export const describedInput = (id: string, describedBy: string | undefined) => ({
  id,
  inputContainer: (input: ReactNode) => (
    <InputWrapperContext
      value={{
        inputId: id,
        describedBy,
        labelId: undefined,
        getStyles: null,
        offsetTop: false,
        offsetBottom: false,
      }}
    >
      {input}
    </InputWrapperContext>
  ),
});
