import { createContext, use } from 'react';
import { afterPaint } from '../../../shared/browser/after-paint.ts';

/** Idle delay after input before grids are drawn, unless the pointer moves: while somebody types, plain rows answer. */
const TYPING_MS = 400;
/** Slower typing gets twice the time between two keys; longer pauses are not typing. */
const SLOWEST_KEYS_MS = 600;
/** Idle delay after scrolling: tables that only pass by are never drawn. */
const SCROLLING_MS = 150;
const LOOK_MS = 50;

type Act = () => void;
type Tell = (isWithin: boolean) => void;

interface Watcher {
  readonly observer: IntersectionObserver;
  readonly told: Map<Element, Tell>;
}

/** Draws the staged tables of a page, one per frame and not while its reader types or scrolls. */
export interface TableSchedule {
  /** Draws a table when its turn comes, visible ones first, never in the frame that asks. Returns how to give the turn back. */
  take(draw: Act, isSeen: boolean): Act;
  /** While the rows are loading, only visible tables are drawn. */
  setLoading(isLoading: boolean): void;
  /** Tells at first and on each change whether the element is within the margin around the window. Returns how to stop. */
  watch(element: Element, rootMargin: string, tell: Tell): Act;
  /** Follows the input of the page until the returned function is called. */
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
    // Content that moves beneath a resting pointer makes an event, too.
    if (movementX !== 0 || movementY !== 0) lastInput = Number.NEGATIVE_INFINITY;
  };
  const onScroll = ({ timeStamp }: Event): void => {
    lastScroll = timeStamp;
  };

  /** One observer per margin: a search brings forty tables at once. */
  function watcherAt(rootMargin: string): Watcher {
    const there = watchers.get(rootMargin);
    if (there) return there;
    const told: Watcher['told'] = new Map();
    const observer = new IntersectionObserver(
      (entries) => {
        // An element that leaves and comes back while the page is busy has two entries: the last one holds.
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

/** Gives a page's staged tables the schedule that they share. */
export const TableScheduleProvider = TableScheduleContext.Provider;

export function useTableSchedule(): TableSchedule {
  const schedule = use(TableScheduleContext);
  if (!schedule) throw new Error('A staged table needs a TableScheduleProvider.');
  return schedule;
}
