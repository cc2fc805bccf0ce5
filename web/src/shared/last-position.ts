import { forThisVisit } from './kept.ts';

const KEY = 'intake.lastPosition';
/** Long after every process has seen it, and soon enough that nobody waits for a log that has been put back. */
const HOLDS_MS = 60_000;

interface Written {
  readonly position: string;
  readonly at: number;
}

/** How far in the log this visitor has written: sent with each call, so that no process answers as if that had not been. */
export function lastPosition(now = Date.now()): string | null {
  const written = forThisVisit.read<Written>(KEY);
  return written && now - written.at < HOLDS_MS ? written.position : null;
}

export function notePosition(position: string | null, now = Date.now()): void {
  if (position === null) return;
  const known = lastPosition(now);
  if (known === null || BigInt(position) >= BigInt(known)) forThisVisit.write(KEY, { position, at: now });
}
