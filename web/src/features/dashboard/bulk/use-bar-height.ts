import { type RefObject, useEffect } from 'react';

/**
 * Keeps as much of the page's end free as the bar takes. It is fixed, not sticky: whoever goes by keyboard would be carried
 * away from their rows to the place where a sticky bar would stand without sticking.
 */
export function useBarHeight(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--bulk-bar', `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--bulk-bar');
    };
  }, [bar]);
}
