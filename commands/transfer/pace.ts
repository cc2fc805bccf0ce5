import { setImmediate as nextTurn } from 'node:timers/promises';

export type Pace = () => Promise<unknown>;

export const YIELD_ONLY: Pace = () => nextTurn();

export async function* paced<Item>(items: AsyncIterable<Item>, pace: Pace, atOnce: number): AsyncGenerator<Item> {
  let taken = 0;
  for await (const item of items) {
    yield item;
    taken += 1;
    if (taken % atOnce === 0) await pace();
  }
}
