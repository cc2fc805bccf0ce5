import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { prefersStillness, scrollToStart } from '../../shared/browser/motion.ts';

const DELAY = 1_000;

/** Scrolls one second after the form is shown, unless the visitor scrolls, types or prefers reduced motion. */
export function useScrollToForm(
  form: RefObject<HTMLElement | null>,
  chosen: string | undefined,
  isStanding: boolean,
): () => void {
  const isPressed = useRef(false);
  const named = useRef<{ chosen: string; at: number; scrollY: number } | null>(null);
  useEffect(() => {
    named.current = null;
    if (!chosen) return;
    if (isPressed.current) {
      isPressed.current = false;
      scrollToStart(form.current);
      form.current?.focus({ preventScroll: true });
      return;
    }
    if (!prefersStillness()) named.current = { chosen, at: performance.now(), scrollY };
  }, [form, chosen]);
  useEffect(() => {
    const since = named.current;
    if (!isStanding || !since || since.chosen !== chosen) return;
    const timer = setTimeout(
      () => {
        named.current = null;
        const isBusyElsewhere =
          Math.abs(window.scrollY - since.scrollY) > 80 || form.current?.contains(document.activeElement);
        if (!isBusyElsewhere) scrollToStart(form.current);
      },
      DELAY - (performance.now() - since.at),
    );
    return () => clearTimeout(timer);
  }, [form, chosen, isStanding]);
  return useCallback(() => {
    isPressed.current = true;
  }, []);
}
