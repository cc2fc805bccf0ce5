import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { forThisVisit } from '../browser/browser-storage.ts';
import { neighboursIn, type WalkPlace } from './walk-place.ts';

const KEY = 'intake.dashboardWalk';

type Ids = readonly string[];

/** Undefined until it is read after a reload. */
let walk: Ids | undefined;
const listeners = new Set<() => void>();

function readWalk(): Ids {
  if (walk) return walk;
  const kept = forThisVisit.read<unknown>(KEY);
  walk = Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  return walk;
}

function noteWalk(ids: Ids): void {
  walk = ids;
  // A former list would give a wrong place after a reload.
  if (!forThisVisit.write(KEY, ids)) forThisVisit.remove(KEY);
  for (const listener of listeners) listener();
}

/** Remembers the applications in the order in which the dashboard shows them, once it is left; null while it loads. */
export function useNoteWalk(list: (() => Ids) | null): void {
  const latest = useRef(list);
  useLayoutEffect(() => {
    latest.current = list;
  });
  useEffect(() => {
    const leave = () => noteWalk(latest.current?.() ?? []);
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const NOTHING: Ids = [];

/** Null if the dashboard did not show the application when it was left. */
export function useWalk(applicationId: string): WalkPlace | null {
  return neighboursIn(
    useSyncExternalStore(subscribe, readWalk, () => NOTHING),
    applicationId,
  );
}
