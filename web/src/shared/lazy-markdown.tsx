import { lazy, Suspense } from 'react';
import { useIsHydrated } from './hydrated.ts';
import classes from './markdown.module.css';
import { isUnmarked, plainText } from './plain-text.ts';

const load = () => import('./markdown.tsx').then((m) => ({ default: m.Markdown }));
const Renderer = lazy(load);

/** Fetches the renderer before it is needed. */
export const preloadMarkdown = (): void => void load();

/**
 * `Markdown` for the pages of a first visit, which must not wait for its 23 kB: its plain words until then, and for ever where
 * there are no marks among them.
 */
export function LazyMarkdown({ children }: { children: string }) {
  return isUnmarked(children) ? (
    <div className={classes.markdown}>
      <p>{children}</p>
    </div>
  ) : (
    <Marked>{children}</Marked>
  );
}

function Marked({ children }: { children: string }) {
  const words = <div className={classes.markdown}>{plainText(children)}</div>;
  if (!useIsHydrated()) return words;
  return (
    <Suspense fallback={words}>
      <Renderer>{children}</Renderer>
    </Suspense>
  );
}
