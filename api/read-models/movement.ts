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
 * Tells from the movement of read models, not from what they say of themselves, whether one is stuck: it is behind, and
 * neither its position nor its rebuild has moved.
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
        // What is not built yet waits for the pass under way, and moves with it.
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

/** Looks every 5 s, so that a page that opens knows since when one stands still. */
export function watchMovement(read: () => Promise<readonly Moving[]>): MovementWatch {
  const watch = createMovementWatch(() => performance.now());
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    // An unreachable store is reported elsewhere, and moves nothing.
    await read().then(watch.note, () => undefined);
    isLooking = false;
  };
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  void look();
  return { ...watch, stop: () => clearInterval(timer) };
}
