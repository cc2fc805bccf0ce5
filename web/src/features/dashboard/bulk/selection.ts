import { useSyncExternalStore } from 'react';

/** Outside React, so that a selection rerenders no table. */
export interface Selection {
  readonly ids: () => ReadonlySet<string>;
  readonly change: (ticked: Iterable<string>, unticked: Iterable<string>) => void;
  readonly clear: () => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createSelection(): Selection {
  let current: ReadonlySet<string> = new Set();
  const listeners = new Set<() => void>();
  const become = (next: ReadonlySet<string>) => {
    current = next;
    for (const listener of listeners) listener();
  };
  return {
    ids: () => current,
    change(ticked, unticked) {
      const next = new Set(current);
      for (const id of unticked) next.delete(id);
      for (const id of ticked) next.add(id);
      become(next);
    },
    clear: () => become(new Set()),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const useIsSelected = ({ subscribe, ids }: Selection, id: string): boolean =>
  useSyncExternalStore(subscribe, () => ids().has(id));

export const useSelected = ({ subscribe, ids }: Selection): ReadonlySet<string> => useSyncExternalStore(subscribe, ids);
