import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { forThisVisit } from '../shared/browser/browser-storage.ts';

const KEY = 'intake.scroll';
const WAIT_MS = 5_000;
const OWN_WAYS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

type Places = Record<string, number>;

/**
 * Where a page of the history was left, in CSS pixels. `ScrollRestoration` goes there once, when a page that still
 * loads is too short; this goes there as it grows, until the visitor scrolls.
 */
export function useKeptScroll(): void {
  const { key } = useLocation();
  const type = useNavigationType();
  const places = useRef<Places>(null);
  places.current ??= forThisVisit.read<Places>(KEY) ?? {};
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
    if (isGoing) growing.observe(document.body);
    const timer = setTimeout(stop, WAIT_MS);
    const note = () => {
      if (!isGoing) kept[key] = Math.round(window.scrollY);
    };
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
  }, [key, type]);
}
