import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * False while the server draws a page and while the browser takes that drawing over, true ever after. What only the
 * browser knows (its zone, what it has stored) and what is loaded on demand waits for it.
 */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
