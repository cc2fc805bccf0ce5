import { useEffect, useRef } from 'react';
import { scrollToStart } from '../../shared/browser/motion.ts';

/** Focuses the heading of a part that replaces another one, but not when the page opens. */
export function useFocusOnChange<Target extends HTMLElement>(key: string | number) {
  const target = useRef<Target>(null);
  const last = useRef(key);
  useEffect(() => {
    if (last.current === key) return;
    last.current = key;
    scrollToStart(target.current);
    target.current?.focus({ preventScroll: true });
  }, [key]);
  return target;
}
