import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';

const BYTES = Buffer.alloc(500, 'x');

/** Milliseconds of `count` synced appends of 500 bytes: the limit of the disk. */
export function fdatasyncLoop(file: string, count: number): number[] {
  const descriptor = openSync(file, 'a');
  const durations: number[] = [];
  let last = performance.now();
  for (let n = 0; n < count; n += 1) {
    writeSync(descriptor, BYTES);
    fdatasyncSync(descriptor);
    const now = performance.now();
    durations.push(now - last);
    last = now;
  }
  closeSync(descriptor);
  return durations;
}

export const perSecond = (durations: readonly number[]): number =>
  (durations.length * 1000) / durations.reduce((sum, duration) => sum + duration, 0);
