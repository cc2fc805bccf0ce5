import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';

const THREADS = '/proc/self/task';
const COLLECTOR = 'node-V8Worker';
const LESS_URGENT = 10;

/**
 * Puts the threads that collect V8's garbage below the one that answers requests: on two cores a collection of the whole
 * heap held up every command for 200 to 600 ms. Only Linux has a priority for each thread.
 */
export function lowerCollectors(): void {
  if (process.platform !== 'linux') return;
  try {
    for (const thread of readdirSync(THREADS)) {
      const name = readFileSync(`${THREADS}/${thread}/comm`, 'utf8').trim();
      if (name === COLLECTOR) setPriority(Number(thread), LESS_URGENT);
    }
  } catch {
    // A sandbox may refuse it. The portal is then slower during a collection.
  }
}
