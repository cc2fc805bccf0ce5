import { type RefObject, useEffect } from 'react';

const DELAY = 1_000;

/**
 * Spec §2: the page scrolls to the form a second after it was chosen. Not under reduced motion, and not once the
 * visitor has begun to scroll or to type: a page that moves under somebody's hands is worse than one that stays.
 */
export function useScrollToForm(form: RefObject<HTMLElement | null>, chosen: string | undefined): void {
  useEffect(() => {
    if (!chosen || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const before = scrollY;
    const timer = setTimeout(() => {
      const isBusyElsewhere = Math.abs(scrollY - before) > 80 || form.current?.contains(document.activeElement);
      if (!isBusyElsewhere) form.current?.scrollIntoView({ behavior: 'smooth', block: 'start' });
    }, DELAY);
    return () => clearTimeout(timer);
  }, [form, chosen]);
}
