import { useEffect, useRef, useState } from 'react';

/** Of the window's edge: what is nearer is drawn, so that scrolling meets it ready. */
const NEAR = '400px';
/** What is farther is let go, as each table costs something with every letter of a search. */
const FAR = '1600px';

const waiting = new Set<() => void>();
let isServing = false;
/** One table a frame: the page answers in between. */
function serve(): void {
  const [first] = waiting;
  isServing = first !== undefined;
  if (!first) return;
  waiting.delete(first);
  first();
  requestAnimationFrame(() => setTimeout(serve));
}
function take(draw: () => void): () => void {
  waiting.add(draw);
  if (!isServing) serve();
  return () => waiting.delete(draw);
}

/** Who goes away and comes back while the page is busy is told of both at once: the last one holds. */
const isWithin = (entries: readonly IntersectionObserverEntry[]): boolean => entries.at(-1)?.isIntersecting === true;

/** Whether the element is so near the window that its table is worth drawing; while `isHeld` it is not let go. */
export function useDrawn(isHeld: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  const [isDrawn, setIsDrawn] = useState(false);
  const held = useRef(isHeld);
  held.current = isHeld;
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    let leave = () => undefined as unknown;
    const onNear = new IntersectionObserver(
      (entries) => {
        leave();
        if (isWithin(entries)) leave = take(() => setIsDrawn(true));
      },
      { rootMargin: NEAR },
    );
    const onFar = new IntersectionObserver(
      (entries) => {
        if (!isWithin(entries) && !held.current && !element.contains(document.activeElement)) setIsDrawn(false);
      },
      { rootMargin: FAR },
    );
    onNear.observe(element);
    onFar.observe(element);
    return () => {
      leave();
      onNear.disconnect();
      onFar.disconnect();
    };
  }, []);
  return { ref, isDrawn };
}
