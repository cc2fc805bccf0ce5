import type { Pace } from '../transfer/pace.ts';

/** Requests of others wait, at each of their turns of the event loop, for so many rows at most. */
const AT_ONCE = 10;

/** Works on the items group by group, in their order, and yields to others after each group. */
export async function inGroups<Item, Outcome>(
  items: readonly Item[],
  pace: Pace,
  work: (item: Item) => Promise<Outcome>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE) {
    if (from > 0) await pace();
    const settled = await Promise.allSettled(items.slice(from, from + AT_ONCE).map(work));
    // Waits for all of the group, so that nothing of it happens after the failure.
    for (const one of settled) {
      if (one.status === 'rejected') throw one.reason;
      outcomes.push(one.value);
    }
  }
  return outcomes;
}
