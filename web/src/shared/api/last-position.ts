import { forThisVisit } from '../browser/kept.ts';

const KEY = 'intake.writtenPositions';
/** Long after every process has seen it, and soon enough that nobody waits for a log that has been put back. */
const HOLDS_MS = 60_000;
/** Of calls that were under way at once, each may be the last in the log. */
const MOST = 4;

interface Written {
  readonly position: string;
  readonly at: number;
}

const written = (now: number): readonly Written[] =>
  (forThisVisit.read<readonly Written[]>(KEY) ?? []).filter(({ at }) => now - at < HOLDS_MS);

/**
 * What this visitor has written, as `X-Min-Position` takes it: sent with each call, so that no process answers as if that had
 * not been. Only the server can tell which position is the furthest.
 */
export function lastPosition(now = Date.now()): string | null {
  const positions = written(now).map(({ position }) => position);
  return positions.length > 0 ? positions.join(', ') : null;
}

export function notePosition(position: string | null, now = Date.now()): void {
  if (position === null) return;
  const others = written(now).filter((one) => one.position !== position);
  forThisVisit.write(KEY, [...others, { position, at: now }].slice(-MOST));
}
