import { type RefObject, useEffect, useState } from 'react';
import { useTableSchedule } from './table-schedule.ts';

interface InTurn<Value> {
  readonly value: Value;
  /** The table still has to show a newer search; plain rows show its result meanwhile. */
  readonly isBehind: boolean;
}

/** Changed rows are shown at once; a new search waits in the queue unless the table is held or focused. */
export function useQueuedValue<Value extends { readonly lookedFor: unknown }>(
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

/** Follows the value when the queue reaches it, so not while the user types or scrolls. */
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
