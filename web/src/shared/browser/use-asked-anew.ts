import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** The state of a navigation by the header's links: who presses one on the page itself wants it as it begins. */
export const ANEW = 'anew';

/** Calls `begin` each time that the page on which one is already is asked for by the header. */
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
