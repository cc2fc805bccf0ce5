import { setImmediate as nextTurn } from 'node:timers/promises';

/** Called between parts of long work, so that requests are served; an exception ends the work. */
export type Pace = () => Promise<unknown>;

/** Only yields to waiting requests. */
export const YIELD_ONLY: Pace = () => nextTurn();

/** The same items, with a pause after every `each`. */
export async function* paced<Item>(items: AsyncIterable<Item>, pace: Pace, atOnce: number): AsyncGenerator<Item> {
  let taken = 0;
  for await (const item of items) {
    yield item;
    taken += 1;
    if (taken % atOnce === 0) await pace();
  }
}
