import { type RefObject, useEffect, useRef } from 'react';

/** A busy button is disabled and loses the focus; this restores it afterwards. */
export function useFocusKept(isBusy: boolean, target: RefObject<HTMLElement | null>): void {
  const wasBusy = useRef(false);
  useEffect(() => {
    const isDone = wasBusy.current && !isBusy;
    wasBusy.current = isBusy;
    if (isDone && document.activeElement === document.body) target.current?.focus({ preventScroll: true });
  }, [isBusy, target]);
}
