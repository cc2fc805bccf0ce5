const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** From each failed attempt to the next one. After the last the message is parked. */
export const STEPS_MS: readonly [number, ...number[]] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  10 * HOUR,
];
export const MOST_TRIES = STEPS_MS.length + 1;

const JITTER = 0.2;

/** With ± 20 % jitter, and at least the target's `Retry-After`, which counts up to twice the step. `tries` from 1. */
export function retryDelay(tries: number, random: number, retryAfterMs = 0): number {
  const step = STEPS_MS[Math.min(tries, STEPS_MS.length) - 1] ?? STEPS_MS[0];
  const jittered = step * (1 - JITTER + 2 * JITTER * random);
  return Math.round(Math.max(jittered, Math.min(retryAfterMs, 2 * step)));
}

const WARNED_AFTER_MS = 4 * DAY;
const DISABLED_AFTER_MS = 5 * DAY;
/** Failures of one bad hour do not disable. */
const LEAST_APART_MS = 12 * HOUR;

export type Consequence = 'none' | 'warn' | 'disable';

/** What follows from failures only, the first and the last at these times. */
export function consequenceOf(failingSince: number, lastFailure: number): Consequence {
  const ms = lastFailure - failingSince;
  if (ms < LEAST_APART_MS || ms < WARNED_AFTER_MS) return 'none';
  return ms < DISABLED_AFTER_MS ? 'warn' : 'disable';
}

export const disabledAt = (failingSince: number): string => new Date(failingSince + DISABLED_AFTER_MS).toISOString();
