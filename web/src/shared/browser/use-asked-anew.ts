import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** Navigation state of the header's links, which reset the page that they lead to. */
export const ANEW = 'anew';

/** Calls `begin` when a link of the header leads to the page that is open. */
export function useAskedAnew(begin: () => void): void {
  const { key, state } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  const known = useRef(key);
  useEffect(() => {
    if (known.current === key) return;
    known.current = key;
    if (state === ANEW && !isReturn) begin();
  }, [key, state, isReturn, begin]);
}
