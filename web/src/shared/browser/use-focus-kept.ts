import { type RefObject, useEffect, useRef } from 'react';

/** A button that works is disabled, and so loses the focus: once it is done, whoever goes by keyboard goes on here. */
export function useFocusKept(isBusy: boolean, target: RefObject<HTMLElement | null>): void {
  const wasBusy = useRef(false);
  useEffect(() => {
    const isDone = wasBusy.current && !isBusy;
    wasBusy.current = isBusy;
    if (isDone && document.activeElement === document.body) target.current?.focus({ preventScroll: true });
  }, [isBusy, target]);
}
