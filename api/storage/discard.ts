import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const DISCARDED = '.discarded';
const STEP_BYTES = 4 * 1024 * 1024;
const PAUSE_MS = 10;

/**
 * Takes a file away at once, and gives its space back little by little: of hundreds of megabytes at a time the file system
 * makes so much of its journal that every sync waits.
 */
export function discard(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= STEP_BYTES) {
    rmSync(file, { force: true });
  } else {
    renameSync(file, file + DISCARDED);
    giveBack(file + DISCARDED, size).catch(() => undefined);
  }
}

/** Whatever happens meanwhile, what is left goes in one piece. */
async function giveBack(file: string, size: number): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    for (let left = size - STEP_BYTES; left > 0; left -= STEP_BYTES) {
      await handle.truncate(left);
      await pause(PAUSE_MS, undefined, { ref: false });
    }
  } finally {
    await handle.close();
    await rm(file, { force: true });
  }
}

/** What was on its way out when the process ended. */
export function sweepDiscarded(folder: string): void {
  for (const name of readdirSync(folder))
    if (name.endsWith(DISCARDED)) rmSync(join(folder, name), { force: true, recursive: true });
}
