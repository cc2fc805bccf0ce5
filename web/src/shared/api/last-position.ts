import { forThisVisit } from '../browser/browser-storage.ts';

const KEY = 'intake.writtenPositions';
/** By then every process has read the events. It is also short enough for a log that was restored from a backup. */
const HOLDS_MS = 60_000;
/** Of several concurrent calls, any may be the last in the log. */
const MOST = 4;

interface Written {
  readonly position: string;
  readonly at: number;
}

const written = (now: number): readonly Written[] =>
  (forThisVisit.read<readonly Written[]>(KEY) ?? []).filter(({ at }) => now - at < HOLDS_MS);

/** Positions of the visitor's own writes, for `X-Min-Position`, so that no process answers with an older state. */
export function lastPosition(now = Date.now()): string | null {
  const positions = written(now).map(({ position }) => position);
  return positions.length > 0 ? positions.join(', ') : null;
}

export function notePosition(position: string | null, now = Date.now()): void {
  if (position === null) return;
  const others = written(now).filter((one) => one.position !== position);
  forThisVisit.write(KEY, [...others, { position, at: now }].slice(-MOST));
}
