import type { ProjectionStatus } from '../../projections/engine/status.ts';

export interface Movement {
  readonly stillForMs: number;
  readonly isStuck: boolean;
}

export interface MovementWatch {
  /** All read models as they are now. */
  note(statuses: readonly Moving[]): void;
  of(name: string): Movement;
  /** Names of those that are stuck. */
  stuck(): readonly string[];
  stop(): void;
}

const LOOK_EVERY_MS = 5000;
/** Longer than a page of slow folds. */
const STUCK_AFTER_MS = 30_000;

type Moving = Pick<ProjectionStatus, 'name' | 'generation' | 'position' | 'lag' | 'rebuild'>;

/**
 * A read model is stuck if it is behind, and neither its position nor its rebuild has moved. Its own state does not count:
 * a hanging one still reports that it is live.
 */
export function createMovementWatch(now: () => number) {
  const seen = new Map<string, { readonly sign: string; readonly since: number; readonly isBehind: boolean }>();
  const of = (name: string): Movement => {
    const found = seen.get(name);
    const stillForMs = found?.isBehind ? now() - found.since : 0;
    return { stillForMs, isStuck: stillForMs >= STUCK_AFTER_MS };
  };
  return {
    note(statuses: readonly Moving[]): void {
      const at = now();
      const passes = statuses.flatMap(({ rebuild }) => rebuild?.done ?? []).join();
      for (const { name, generation, position, lag, rebuild } of statuses) {
        // A read model that is not built yet waits for the current pass, and counts as moving with it.
        const waitsFor = generation === null && !rebuild ? passes : '';
        const sign = `${generation} ${position} ${rebuild?.done ?? ''} ${rebuild?.share ?? ''} ${waitsFor}`;
        const before = seen.get(name);
        const isBehind = lag > 0 || generation === null;
        const isStill = before !== undefined && isBehind && before.isBehind && before.sign === sign;
        seen.set(name, { sign, since: isStill ? before.since : at, isBehind });
      }
      const names = new Set(statuses.map(({ name }) => name));
      for (const name of seen.keys()) if (!names.has(name)) seen.delete(name);
    },
    of,
    stuck: () => [...seen.keys()].filter((name) => of(name).isStuck),
  };
}

/** Checks every 5 s, so that a page knows at once since when a read model has not moved. */
export function watchMovement(read: () => Promise<readonly Moving[]>): MovementWatch {
  const watch = createMovementWatch(() => performance.now());
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    // An unreachable store is reported elsewhere; nothing moves meanwhile.
    await read().then(watch.note, () => undefined);
    isLooking = false;
  };
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  void look();
  return { ...watch, stop: () => clearInterval(timer) };
}
