import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { countWorkInParts } from './work-meter.ts';

/** Bytes of JSON per part: a few milliseconds of work. */
const PART = 262_144;
/** Main-thread milliseconds of the same. */
const PART_MS = 2.5;

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

/** Like `inParts`, for work on documents of read models: unlike the reading of events, nothing else counts it. */
export async function countedParts<Item, Result>(
  items: Iterable<Item>,
  weightOf: (item: Item) => number,
  work: (item: Item) => Result,
): Promise<Result[]> {
  let total = 0;
  const counted = (item: Item) => {
    const weight = weightOf(item);
    total += weight;
    return weight;
  };
  const results = await inParts(items, counted, work);
  countWorkInParts((total / PART) * PART_MS);
  return results;
}
