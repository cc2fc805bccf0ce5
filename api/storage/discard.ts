import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const DISCARDED = '.discarded';
const STEP_BYTES = 4 * 1024 * 1024;
const PAUSE_MS = 10;

/** Hides the file at once and frees its space in steps: freeing hundreds of MB at once fills the journal and delays every sync. */
export function discard(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= STEP_BYTES) {
    rmSync(file, { force: true });
  } else {
    renameSync(file, file + DISCARDED);
    freeInSteps(file + DISCARDED, size).catch(() => undefined);
  }
}

async function freeInSteps(file: string, size: number): Promise<void> {
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

export function sweepDiscarded(folder: string): void {
  for (const name of readdirSync(folder))
    if (name.endsWith(DISCARDED)) rmSync(join(folder, name), { force: true, recursive: true });
}
