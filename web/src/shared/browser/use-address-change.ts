import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** Sets one parameter of the address; null removes it. A step adds a history entry with `state`. */
export type ChangeAddress = (
  name: string,
  next: (old: string | null) => string | null,
  isStep?: boolean,
  state?: unknown,
) => void;

export function useAddressChange(): readonly [URLSearchParams, ChangeAddress] {
  const [params, setParams] = useSearchParams();
  const change = useCallback<ChangeAddress>(
    (name, next, isStep = false, state = null) =>
      setParams(
        () => {
          // Read from the address, because two changes may come before the next render.
          const current = new URLSearchParams(location.search);
          const value = next(current.get(name));
          if (value === null) current.delete(name);
          else current.set(name, value);
          return current;
        },
        { replace: !isStep, preventScrollReset: true, state },
      ),
    [setParams],
  );
  return [params, change];
}
