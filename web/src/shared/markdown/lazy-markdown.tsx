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
  // The first text takes longest, so the renderer warms up while the page is idle.
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

export const preloadMarkdown = (): void => void load().catch(() => undefined);

const LONGEST_WAIT_MS = 1_000;

/** Until a text can be shown with its marks, so that it does not change while it is read; null if it can be now. */
export function untilShownWhole(text: string | null | undefined): Promise<unknown> | null {
  if (!text || renderer || isUnmarked(text)) return null;
  const late = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS));
  return Promise.race([load().catch(() => undefined), late]);
}

/** The renderer once it has loaded. If loading fails, the page keeps the plain text and retries when it is online. */
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

/** First visits do not wait for the renderer's 23 kB: they show the server's HTML or plain text until it has loaded. */
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
  /** The text that the server has rendered; its HTML stays while the text is the same. */
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
        // The browser does not know the server's HTML and must keep it.
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered and sanitized on the server, in app/draw-markdown.ts
        dangerouslySetInnerHTML={{ __html: html }}
      />
    );
  }
  return Renderer ? <Renderer>{children}</Renderer> : <div className={classes.markdown}>{plainText(children)}</div>;
}
