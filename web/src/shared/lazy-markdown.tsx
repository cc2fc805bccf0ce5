import { lazy, Suspense } from 'react';
import classes from './markdown.module.css';
import { plainText } from './plain-text.ts';

const load = () => import('./markdown.tsx').then((m) => ({ default: m.Markdown }));
const Renderer = lazy(load);

/** Fetches the renderer before it is needed. */
export const preloadMarkdown = (): void => void load();

/** `Markdown` for the pages of a first visit, which must not wait for its 23 kB: its plain words until then. */
export function LazyMarkdown({ children }: { children: string }) {
  return (
    <Suspense fallback={<div className={classes.markdown}>{plainText(children)}</div>}>
      <Renderer>{children}</Renderer>
    </Suspense>
  );
}
