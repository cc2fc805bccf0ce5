import { expect, test } from 'vitest';
import { measureNeighbours } from '../support/noisy-neighbour.ts';

const ROUNDS = 4;
/** The best counts on a busy machine, whose mean stays near the bar; without fair shares the median is 36 times as long. */
const TRIES = 6;
const BAR = 1.5;

test('while one school sends the worst that it can, another one works on, slower by less than half', async () => {
  const ratios: { median: number; mean: number }[] = [];
  const best = (measure: 'median' | 'mean') => Math.min(...ratios.map((one) => one[measure]));
  for (let n = 0; n < TRIES; n += 1) {
    const { alone, besideNoise, failures, noise } = await measureNeighbours(ROUNDS);
    expect(failures).toEqual([]);
    expect(noise.get(200), 'the noise was refused').toBeGreaterThan(5);
    expect([...noise.keys()].filter((status) => status >= 500)).toEqual([]);
    ratios.push({ median: besideNoise.median / alone.median, mean: besideNoise.mean / alone.mean });
    if (best('median') < BAR && best('mean') < BAR) return;
  }
  expect.fail(`The other school was slower by ${JSON.stringify(ratios)}`);
}, 360_000);
