type Tell = (isWithin: boolean) => void;

interface Watcher {
  readonly observer: IntersectionObserver;
  readonly told: Map<Element, Tell>;
}

/** One for each distance: a search brings forty sections at once. */
const watchers = new Map<string, Watcher>();

function watcherAt(rootMargin: string): Watcher {
  const there = watchers.get(rootMargin);
  if (there) return there;
  const told: Watcher['told'] = new Map();
  const observer = new IntersectionObserver(
    (entries) => {
      // Who goes away and comes back while the page is busy is told of both at once: the last one holds.
      const last = new Map(entries.map(({ target, isIntersecting }) => [target, isIntersecting]));
      for (const [target, isWithin] of last) told.get(target)?.(isWithin);
    },
    { rootMargin },
  );
  const made = { observer, told };
  watchers.set(rootMargin, made);
  return made;
}

/** Tells whether the element is in the window or so near to it, at first and whenever that changes; answers how to stop. */
export function watchWindow(element: Element, rootMargin: string, tell: Tell): () => void {
  const { observer, told } = watcherAt(rootMargin);
  told.set(element, tell);
  observer.observe(element);
  return () => {
    told.delete(element);
    observer.unobserve(element);
  };
}
