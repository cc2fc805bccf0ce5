import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { prefersStillness, scrollToStart } from '../../shared/motion.ts';

const DELAY = 1_000;

/**
 * Spec §2: a program that the address names is scrolled to a second after it was loaded. Not under reduced motion, and
 * not once the visitor scrolls or types: a page that moves under somebody's hands is worse than one that stays. Whoever
 * presses Apply is taken there at once; the answer is the function that says so beforehand.
 */
export function useScrollToForm(form: RefObject<HTMLElement | null>, chosen: string | undefined): () => void {
  const isPressed = useRef(false);
  useEffect(() => {
    if (!chosen) return;
    if (isPressed.current) {
      isPressed.current = false;
      scrollToStart(form.current);
      form.current?.focus({ preventScroll: true });
      return;
    }
    if (prefersStillness()) return;
    const before = scrollY;
    const timer = setTimeout(() => {
      const isBusyElsewhere = Math.abs(scrollY - before) > 80 || form.current?.contains(document.activeElement);
      if (!isBusyElsewhere) scrollToStart(form.current);
    }, DELAY);
    return () => clearTimeout(timer);
  }, [form, chosen]);
  return useCallback(() => {
    isPressed.current = true;
  }, []);
}
