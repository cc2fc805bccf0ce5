import { useEffect, useEffectEvent } from 'react';

const offered = new Map<string, () => void>();

/** Offers an action of the page in the command palette while the page is shown; undefined while it is not possible. */
export function usePageAction(label: string, run: (() => void) | undefined): void {
  const latest = useEffectEvent(() => run?.());
  const isOffered = run !== undefined;
  useEffect(() => {
    if (!isOffered) return;
    offered.set(label, () => latest());
    return () => void offered.delete(label);
  }, [label, isOffered]);
}

export const pageActions = (): readonly (readonly [label: string, run: () => void])[] => [...offered];
