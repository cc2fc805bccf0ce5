import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { RequestsUnderWay } from './requests-under-way.ts';

type Collect = (options: { readonly type: 'minor' | 'major' }) => void;

/** Longer than what a start leaves to the background. */
const IDLE_MS = 10_000;

/**
 * Once, after a time without requests: a start leaves some 40 MB of garbage, and V8 does not collect in a process that has nothing
 * to do. It stops the thread for some 20 ms. After two collections of the young objects alone, that of all gives back their room.
 */
export async function collectWhenIdle(
  { soFar }: Pick<RequestsUnderWay, 'soFar'>,
  { idleMs = IDLE_MS, collect = collector() }: { readonly idleMs?: number; readonly collect?: Collect } = {},
): Promise<void> {
  for (let before = -1; before !== soFar(); ) {
    before = soFar();
    await pause(idleMs, undefined, { ref: false });
  }
  for (const type of ['minor', 'minor', 'major'] as const) collect({ type });
}

function collector(): Collect {
  setFlagsFromString('--expose-gc');
  try {
    return runInNewContext('gc') as Collect;
  } finally {
    // Threads that start later, such as those of analysts' files, do not have it.
    setFlagsFromString('--no-expose-gc');
  }
}
