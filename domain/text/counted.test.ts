import { expect, test } from 'vitest';
import { counted, grouped } from './counted.ts';

test('thousands are set apart', () => {
  expect([0, 7, 999, 1000, 12_345, 1_234_567].map(grouped)).toEqual(['0', '7', '999', '1,000', '12,345', '1,234,567']);
});

test('one is singular, everything else plural', () => {
  expect([0, 1, 1204].map((count) => counted(count, 'match is', 'matches are'))).toEqual([
    '0 matches are',
    '1 match is',
    '1,204 matches are',
  ]);
});
