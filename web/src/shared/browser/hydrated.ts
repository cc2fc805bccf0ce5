import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False on the server and during hydration: for what only the browser knows (time zone, storage) and for lazy code. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
