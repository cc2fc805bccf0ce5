import { type ComponentType, startTransition, useEffect, useRef, useState } from 'react';
import { useIsHydrated } from '../browser/hydrated.ts';
import { useIsOnline } from '../ui/online.tsx';
import { drawnMarkdown } from './drawn-markdown.ts';
import classes from './markdown.module.css';
import { isUnmarked, plainText } from './plain-text.ts';

type Renderer = ComponentType<{ children: string }>;

let renderer: Renderer | null = null;
let loading: Promise<Renderer> | null = null;

async function find(): Promise<Renderer> {
  const { Markdown, rehearse } = await import('./markdown.tsx');
  // Its first text takes it longer than all that follow: nobody's key or press should wait behind that.
  await rehearse();
  renderer = Markdown;
  return renderer;
}

const load = (): Promise<Renderer> => {
  loading ??= find().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
};

/** Fetches the renderer before it is needed. */
export const preloadMarkdown = (): void => void load().catch(() => undefined);

/** The renderer once it is there. Where it cannot be fetched, a page keeps its words, and asks again once it is online. */
function useRenderer(isNeeded: boolean): Renderer | null {
  const isOnline = useIsOnline();
  const [found, setFound] = useState(() => renderer);
  useEffect(() => {
    if (!isNeeded || !isOnline || found) return;
    let isWanted = true;
    const take = (arrived: Renderer) => isWanted && startTransition(() => setFound(() => arrived));
    load().then(take, () => undefined);
    return () => {
      isWanted = false;
    };
  }, [isNeeded, isOnline, found]);
  return found;
}

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
  const Renderer = useRenderer(drawn !== children);
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
  return Renderer ? <Renderer>{children}</Renderer> : <div className={classes.markdown}>{plainText(children)}</div>;
}
