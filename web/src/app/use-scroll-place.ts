import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { forThisVisit } from '../shared/browser/browser-storage.ts';
import { useKeepsScroll } from '../shared/navigation/page-router.tsx';

const KEY = 'intake.scroll';
const WAIT_MS = 5_000;
const OWN_WAYS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

type Places = Record<string, number>;

/** The browser goes to a place before the page is there. Another document is the browser's again. */
function useOwnPlaces(): void {
  useEffect(() => {
    const take = () => {
      history.scrollRestoration = 'manual';
    };
    const give = () => {
      history.scrollRestoration = 'auto';
    };
    take();
    addEventListener('pageshow', take);
    addEventListener('pagehide', give);
    return () => {
      removeEventListener('pageshow', take);
      removeEventListener('pagehide', give);
      give();
    };
  }, []);
}

function namedBy(hash: string): HTMLElement | null {
  try {
    return hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
  } catch {
    return null;
  }
}

/**
 * A new page begins at its top or at the part that its address names; a page of the history where it was left, in CSS
 * pixels. While that page still loads and is too short, it goes there as it grows, until the visitor scrolls.
 */
export function useScrollPlace(): void {
  const { key, hash } = useLocation();
  const type = useNavigationType();
  const keepsScroll = useKeepsScroll();
  const places = useRef<Places>(null);
  places.current ??= forThisVisit.read<Places>(KEY) ?? {};
  useOwnPlaces();
  useLayoutEffect(() => {
    const kept = places.current ?? {};
    const place = type === 'POP' ? (kept[key] ?? 0) : 0;
    let isGoing = place > 0;
    const stop = () => {
      isGoing = false;
      growing.disconnect();
    };
    const growing = new ResizeObserver(() => {
      if (window.scrollY < place) window.scrollTo(0, place);
      if (window.scrollY >= place) stop();
    });
    const note = () => {
      if (!isGoing) kept[key] = Math.round(window.scrollY);
    };
    if (isGoing) {
      window.scrollTo(0, place);
      growing.observe(document.body);
    } else {
      const named = namedBy(hash);
      if (named) named.scrollIntoView();
      else if (!keepsScroll) window.scrollTo(0, 0);
      note();
    }
    const timer = setTimeout(stop, WAIT_MS);
    const write = () => void forThisVisit.write(KEY, kept);
    addEventListener('scroll', note, { passive: true });
    addEventListener('pagehide', write);
    for (const way of OWN_WAYS) addEventListener(way, stop, { passive: true, once: true });
    return () => {
      stop();
      clearTimeout(timer);
      removeEventListener('scroll', note);
      removeEventListener('pagehide', write);
      for (const way of OWN_WAYS) removeEventListener(way, stop);
    };
  }, [key, hash, type, keepsScroll]);
}
