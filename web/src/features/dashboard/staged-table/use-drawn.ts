import { useEffect, useRef, useState } from 'react';
import { useTableSchedule } from './table-schedule.ts';

/** Distance from the window within which a table is rendered, so that scrolling finds it ready. */
const NEAR = '400px';
/** Distance beyond which a table is unmounted, because each costs time on every key of a search. */
const FAR = '1600px';

/** Before the browser reports the position: visible with its table, visible with plain rows, or outside the window. */
export type Start = 'drawn' | 'plain' | 'away';

/** Whether the element is in the window, and whether its table is rendered: near the window, in queue order. */
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
