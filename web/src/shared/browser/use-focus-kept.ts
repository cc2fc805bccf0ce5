import { type RefObject, useEffect, useRef } from 'react';

/** What is removed or disabled while the page is busy loses the focus; this restores it afterwards. */
export function useFocusKept(isBusy: boolean, target: RefObject<HTMLElement | null>): void {
  const wasBusy = useRef(false);
  useEffect(() => {
    const isDone = wasBusy.current && !isBusy;
    wasBusy.current = isBusy;
    if (isDone && document.activeElement === document.body) target.current?.focus({ preventScroll: true });
  }, [isBusy, target]);
}
