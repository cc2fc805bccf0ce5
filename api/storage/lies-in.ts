import { realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

/** Whether a path is a folder or lies below it, links followed. Neither has to be there. */
export function liesIn(path: string, folder: string): boolean {
  const way = relative(realPathOf(folder), realPathOf(path));
  return way !== '..' && !way.startsWith(`..${sep}`);
}

/** A part that is missing or cannot be read is taken as it is written. */
function realPathOf(path: string): string {
  const whole = resolve(path);
  try {
    return realpathSync.native(whole);
  } catch {
    return dirname(whole) === whole ? whole : join(realPathOf(dirname(whole)), basename(whole));
  }
}
