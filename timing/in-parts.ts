import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** Bytes of JSON per part: a few milliseconds of work. */
const PART = 262_144;

/** Works item by item, and yields to other requests after each part. */
export async function inParts<Item, Result>(
  items: Iterable<Item>,
  weightOf: (item: Item) => number,
  work: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let weight = 0;
  for (const item of items) {
    if (weight > PART) {
      weight = 0;
      await yieldToEventLoop();
    }
    weight += weightOf(item);
    results.push(work(item));
  }
  return results;
}
