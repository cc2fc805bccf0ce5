import type { MouseEvent } from 'react';

/** Acts on the first click of a double click only: the answer to it may be there before the second. */
export const once =
  (act: () => void) =>
  ({ detail }: MouseEvent): void => {
    if (detail < 2) act();
  };
