import { Suspense, useEffect, useRef, useState } from 'react';
import { drawnMarkdown } from './drawn-markdown.ts';
import { useIsHydrated } from './hydrated.ts';
import { lazily } from './lazily.tsx';
import classes from './markdown.module.css';
import { isUnmarked, plainText } from './plain-text.ts';

const Renderer = lazily(() => import('./markdown.tsx').then((m) => m.Markdown));

/** Fetches the renderer before it is needed. */
export const preloadMarkdown = (): void => void Renderer.load().catch(() => undefined);

/**
 * `Markdown` for the pages of a first visit, which must not wait for its 23 kB: as the server has drawn it, else its plain words
 * until then; and for ever where there are no marks among them.
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
  const isHydrated = useIsHydrated();
  /** The text whose drawing stands on the page: it stays there as long as the text does. */
  const [drawn, setDrawn] = useState(isHydrated ? null : children);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (place.current?.dataset.words !== undefined) setDrawn(null);
  }, []);
  if (drawn === children) {
    const { html, isWhole } = drawnMarkdown(children);
    return (
      <div
        ref={place}
        className={classes.markdown}
        data-words={isWhole ? undefined : ''}
        // React leaves a drawing alone that it does not know.
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: made and sanitized on the server, in app/draw-markdown.ts
        dangerouslySetInnerHTML={{ __html: html }}
      />
    );
  }
  return (
    <Suspense fallback={<div className={classes.markdown}>{plainText(children)}</div>}>
      <Renderer>{children}</Renderer>
    </Suspense>
  );
}
