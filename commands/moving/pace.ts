import { setImmediate as nextTurn } from 'node:timers/promises';

/** Called between two parts of long work, so that others are served meanwhile; what it throws ends the work. */
export type Pace = () => Promise<unknown>;

/** Lets waiting requests go first, and no more. */
export const UNHURRIED: Pace = () => nextTurn();

/** The same items, with a rest after each so many. */
export async function* paced<Item>(items: AsyncIterable<Item>, pace: Pace, atOnce: number): AsyncGenerator<Item> {
  let taken = 0;
  for await (const item of items) {
    yield item;
    taken += 1;
    if (taken % atOnce === 0) await pace();
  }
}
