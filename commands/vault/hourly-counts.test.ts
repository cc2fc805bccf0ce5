import { expect, test } from 'vitest';
import { openTemporaryStores } from '../../test/support/temporary-stores.ts';
import { createHourlyCounts } from './hourly-counts.ts';

test('two processes count together, from each hour of the clock anew, and a flood is written together', async () => {
  await using stores = await openTemporaryStores();
  let clock = Date.parse('2026-03-01T10:59:00Z');
  const stopping = new AbortController();
  const problems: unknown[] = [];
  const sums: number[] = [];
  const open = () =>
    createHourlyCounts({
      vault: stores.vault,
      now: () => clock,
      stopping: stopping.signal,
      onProblem: (_, error) => problems.push(error),
    });
  const [one, other] = [open(), open()];
  for (let n = 0; n < 1000; n += 1) one.add('ada', 1, (sum) => sums.push(sum));
  expect(one.sumOf('ada')).toBe(1000);
  await expect.poll(() => sums.at(-1)).toBe(1000);
  expect(sums.length).toBeLessThan(4);
  other.add('ada', 5);
  expect(other.sumOf('ada'), 'before it has asked the store').toBe(5);
  await expect.poll(() => other.sumOf('ada')).toBe(1005);
  expect(other.sumOf('ben')).toBe(0);
  clock += 60_000;
  expect(one.sumOf('ada')).toBe(0);
  one.add('ada', 1, (sum) => sums.push(sum));
  await expect.poll(() => sums.at(-1)).toBe(1);
  stopping.abort();
  expect(problems).toEqual([]);
});
