import { type RefObject, useEffect } from 'react';

/** Not sticky: focusing a sticky bar scrolls the page. Styled per element: a CSS variable restyles all cells. */
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
