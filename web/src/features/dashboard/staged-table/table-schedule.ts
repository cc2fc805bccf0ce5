import { createContext, use } from 'react';
import { afterPaint } from '../../../shared/browser/after-paint.ts';

/** Idle delay in milliseconds after input before grids render, unless the pointer moves. Until then the user sees plain rows. */
const TYPING_MS = 400;
/** Slower typing gets twice the time between two keys; longer pauses are not typing. */
const SLOWEST_KEYS_MS = 600;
/** Idle delay after scrolling, so that tables that are only scrolled past do not render. */
const SCROLLING_MS = 150;
const LOOK_MS = 50;

type Act = () => void;
type Tell = (isWithin: boolean) => void;

interface Watcher {
  readonly observer: IntersectionObserver;
  readonly told: Map<Element, Tell>;
}

export interface TableSchedule {
  /** Queues a drawing for the next frame at the earliest, visible tables first; returns how to remove it. */
  take(draw: Act, isSeen: boolean): Act;
  setLoading(isLoading: boolean): void;
  /** Reports whether the element is near the window, now and on each change; returns how to stop. */
  watch(element: Element, rootMargin: string, tell: Tell): Act;
  begin(): Act;
}

export function createTableSchedule(): TableSchedule {
  const seen = new Set<Act>();
  const unseen = new Set<Act>();
  const watchers = new Map<string, Watcher>();
  let isServing = false;
  let isLoading = false;
  let lastInput = Number.NEGATIVE_INFINITY;
  let typingMs = TYPING_MS;
  let lastScroll = Number.NEGATIVE_INFINITY;

  function serve(): void {
    const [first = isLoading ? undefined : [...unseen][0]] = seen;
    isServing = first !== undefined;
    if (!first) return;
    const pause = Math.max(lastInput + typingMs, lastScroll + SCROLLING_MS) - performance.now();
    if (pause > 0) return void setTimeout(serve, Math.min(pause, LOOK_MS));
    seen.delete(first);
    unseen.delete(first);
    first();
    afterPaint(serve);
  }

  function serveSoon(): void {
    if (isServing) return;
    isServing = true;
    afterPaint(serve);
  }

  const onInput = ({ timeStamp }: Event): void => {
    const between = timeStamp - lastInput;
    typingMs = between < SLOWEST_KEYS_MS ? Math.max(TYPING_MS, 2 * between) : TYPING_MS;
    lastInput = timeStamp;
  };
  const onMove = ({ movementX, movementY }: PointerEvent): void => {
    // Content that moves below a resting pointer fires this event too.
    if (movementX !== 0 || movementY !== 0) lastInput = Number.NEGATIVE_INFINITY;
  };
  const onScroll = ({ timeStamp }: Event): void => {
    lastScroll = timeStamp;
  };

  /** One observer for each margin, because a search adds forty tables at once. */
  function watcherAt(rootMargin: string): Watcher {
    const there = watchers.get(rootMargin);
    if (there) return there;
    const told: Watcher['told'] = new Map();
    const observer = new IntersectionObserver(
      (entries) => {
        // While the page is busy, an element may leave and return: the last entry counts.
        const last = new Map(entries.map(({ target, isIntersecting }) => [target, isIntersecting]));
        for (const [target, isWithin] of last) told.get(target)?.(isWithin);
      },
      { rootMargin },
    );
    const made = { observer, told };
    watchers.set(rootMargin, made);
    return made;
  }

  return {
    take(draw, isSeen) {
      (isSeen ? seen : unseen).add(draw);
      serveSoon();
      return () => {
        seen.delete(draw);
        unseen.delete(draw);
      };
    },
    setLoading(value) {
      isLoading = value;
      serveSoon();
    },
    watch(element, rootMargin, tell) {
      const { observer, told } = watcherAt(rootMargin);
      told.set(element, tell);
      observer.observe(element);
      return () => {
        told.delete(element);
        observer.unobserve(element);
      };
    },
    begin() {
      const listening = new AbortController();
      const options = { capture: true, passive: true, signal: listening.signal };
      addEventListener('input', onInput, options);
      addEventListener('pointermove', onMove, options);
      addEventListener('scroll', onScroll, options);
      return () => {
        listening.abort();
        for (const { observer } of watchers.values()) observer.disconnect();
        watchers.clear();
      };
    },
  };
}

const TableScheduleContext = createContext<TableSchedule | null>(null);

export const TableScheduleProvider = TableScheduleContext.Provider;

export function useTableSchedule(): TableSchedule {
  const schedule = use(TableScheduleContext);
  if (!schedule) throw new Error('A staged table needs a TableScheduleProvider.');
  return schedule;
}
