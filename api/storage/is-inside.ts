import { realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

/** Follows links. Neither path needs to exist. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(realPathOf(folder), realPathOf(path));
  return way !== '..' && !way.startsWith(`..${sep}`);
}

function realPathOf(path: string): string {
  const whole = resolve(path);
  try {
    return realpathSync.native(whole);
  } catch {
    return dirname(whole) === whole ? whole : join(realPathOf(dirname(whole)), basename(whole));
  }
}
