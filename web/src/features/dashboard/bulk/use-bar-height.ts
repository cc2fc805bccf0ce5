import { type RefObject, useEffect } from 'react';

/**
 * Keeps as much of the page's end free as the bar takes, where the focus goes too. It is fixed, not sticky: whoever goes by
 * keyboard would be carried away from their rows to the place where a sticky bar would stand without sticking. Set where it
 * counts, as a variable would have the style of every cell looked at again.
 */
export function useBarHeight(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const { documentElement: root, body } = document;
    const keepFree = (space: string) => {
      root.style.scrollPaddingBottom = space;
      body.style.paddingBottom = space;
    };
    const observer = new ResizeObserver(() => {
      keepFree(`${element.offsetHeight}px`);
      root.toggleAttribute('data-bulk-bar', element.offsetHeight > 0);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      keepFree('');
      root.removeAttribute('data-bulk-bar');
    };
  }, [bar]);
}
