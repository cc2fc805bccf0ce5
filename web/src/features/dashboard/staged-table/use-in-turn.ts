import { type RefObject, useEffect, useState } from 'react';
import { useTableSchedule } from './table-schedule.ts';

interface InTurn<Value> {
  /** What the table shows. */
  readonly value: Value;
  /** It is still to show something else that was looked for: meanwhile its new rows stand there plain. */
  readonly isBehind: boolean;
}

/**
 * What a table shows: in sight at once what has changed, and in its turn all that was looked for anew, as no table is as fast
 * as a typist; out of sight everything in its turn. One that is held, or has the keyboard's focus in it, is never behind.
 */
export function useInTurn<Value extends { readonly lookedFor: unknown }>(
  value: Value,
  { isSeen, isReady, isHeld }: { isSeen: boolean; isReady: boolean; isHeld: boolean },
  frame: RefObject<Element | null>,
): InTurn<Value> {
  const schedule = useTableSchedule();
  const [taken, setTaken] = useState(value);
  const isOther = taken !== value;
  const isBehind =
    isOther && !isHeld && taken.lookedFor !== value.lookedFor && !frame.current?.contains(document.activeElement);
  const isNow = isOther && (isSeen || !isReady) && !isBehind;
  if (isNow) setTaken(value);
  useEffect(() => {
    if (taken === value) return;
    const leave = schedule.take(() => setTaken(value), isSeen);
    return () => void leave();
  }, [schedule, taken, value, isSeen]);
  return { value: isNow ? value : taken, isBehind };
}

/** What a table can do without for a while: taken in when its turn comes, so not while somebody types or scrolls. */
export function useLate<Value>(value: Value): Value {
  const schedule = useTableSchedule();
  const [taken, setTaken] = useState(value);
  useEffect(() => {
    if (taken === value) return;
    const leave = schedule.take(() => setTaken(value), false);
    return () => void leave();
  }, [schedule, taken, value]);
  return taken;
}
