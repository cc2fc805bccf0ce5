import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** Changes one parameter of the address, null takes it out; a step is one that Back returns from. */
export type ChangeAddress = (name: string, next: (old: string | null) => string | null, isStep?: boolean) => void;

export function useAddressChange(): readonly [URLSearchParams, ChangeAddress] {
  const [params, setParams] = useSearchParams();
  const change = useCallback<ChangeAddress>(
    (name, next, isStep = false) =>
      setParams(
        () => {
          // Two changes within one turn must not undo each other, so the address itself is asked.
          const current = new URLSearchParams(location.search);
          const value = next(current.get(name));
          if (value === null) current.delete(name);
          else current.set(name, value);
          return current;
        },
        { replace: !isStep, preventScrollReset: true },
      ),
    [setParams],
  );
  return [params, change];
}
