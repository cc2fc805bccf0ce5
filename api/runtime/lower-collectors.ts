import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { setFlagsFromString } from 'node:v8';

const THREADS = '/proc/self/task';
const COLLECTOR = 'node-V8Worker';
const LESS_URGENT = 10;
/** The steps for which the thread that answers requests stops and shares the work with them. */
const SHARED = ['scavenge', 'compaction', 'pointer-update'];

/**
 * Puts the threads that collect V8's garbage below the one that answers requests: on two cores a collection of the whole
 * heap held up every command for 200 to 600 ms. No step of a collection then waits for these threads: on a busy machine the
 * more urgent one would wait for the less urgent ones. Only Linux has a priority for each thread.
 */
export function lowerCollectors(): void {
  if (process.platform !== 'linux') return;
  try {
    for (const thread of readdirSync(THREADS)) {
      const name = readFileSync(`${THREADS}/${thread}/comm`, 'utf8').trim();
      if (name === COLLECTOR) setPriority(Number(thread), LESS_URGENT);
    }
    for (const step of SHARED) setFlagsFromString(`--no-parallel-${step}`);
  } catch {
    // A sandbox may refuse it. The portal is then slower during a collection.
  }
}
