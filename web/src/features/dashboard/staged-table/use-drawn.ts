import { useEffect, useRef, useState } from 'react';
import { useTableSchedule } from './table-schedule.ts';

/** Of the window's edge: what is nearer is drawn, so that scrolling meets it ready. */
const NEAR = '400px';
/** What is farther is let go, as each table costs something with every letter of a search. */
const FAR = '1600px';

/** What an element is before the browser has said where it is: in the window and with its table, in the window, elsewhere. */
export type Start = 'drawn' | 'plain' | 'away';

/**
 * Whether the element is in the window, and whether its table is drawn: at its turn once it is near, and while it is not far
 * or `isHeld`. Until its turn comes, what is near shows its rows as plain as they are. What the page begins with is drawn at once.
 */
export function useDrawn(isHeld: boolean, start: Start) {
  const schedule = useTableSchedule();
  const ref = useRef<HTMLDivElement>(null);
  const [isSeen, setIsSeen] = useState(start === 'drawn');
  const [isNear, setIsNear] = useState(false);
  const [isDrawn, setIsDrawn] = useState(start === 'drawn');
  const held = useRef(isHeld);
  held.current = isHeld;
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    let leave = () => undefined as unknown;
    let stay = () => undefined as unknown;
    const letGo = () => {
      if (!held.current && !element.contains(document.activeElement)) setIsDrawn(false);
    };
    const stops = [
      schedule.watch(element, NEAR, (isWithin) => {
        setIsNear(isWithin);
        leave();
        if (!isWithin) return;
        stay();
        leave = schedule.take(() => setIsDrawn(true), false);
      }),
      schedule.watch(element, '0px', (isWithin) => {
        setIsSeen(isWithin);
        if (!isWithin) return;
        leave();
        leave = schedule.take(() => setIsDrawn(true), true);
      }),
      schedule.watch(element, FAR, (isWithin) => {
        stay();
        if (!isWithin) stay = schedule.take(letGo, false);
      }),
    ];
    return () => {
      leave();
      stay();
      for (const stop of stops) stop();
    };
  }, [schedule]);
  return { ref, isSeen, isNear: isNear || start !== 'away', isDrawn };
}
