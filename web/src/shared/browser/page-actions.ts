import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

export type PageAction = readonly [label: string, run: () => void];

let offered: readonly PageAction[] = [];
const listeners = new Set<() => void>();

function offer(next: readonly PageAction[]): void {
  offered = next;
  for (const listener of listeners) listener();
}

/** Offers an action of the page in the command palette while the page is shown; undefined while it is not possible. */
export function usePageAction(label: string, run: (() => void) | undefined): void {
  const latest = useEffectEvent(() => run?.());
  const isOffered = run !== undefined;
  useEffect(() => {
    if (!isOffered) return;
    const action: PageAction = [label, () => latest()];
    offer([...offered, action]);
    return () => offer(offered.filter((other) => other !== action));
  }, [label, isOffered]);
}

export const usePageActions = (): readonly PageAction[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => offered,
  );
