import { expect, test } from 'vitest';
import { readTrends } from './trends-address.ts';

test('charts count by week and batch unless the address says otherwise', () => {
  expect(readTrends(new URLSearchParams())).toEqual({
    period: 'week',
    group: 'batch',
    second: null,
    planStatus: 'all',
  });
  expect(readTrends(new URLSearchParams('by=day&group=tracking&then=batch&plans=signed'))).toEqual({
    period: 'day',
    group: 'tracking',
    second: 'batch',
    planStatus: 'signed',
  });
});

test('invalid parameters mean the default, and the two groupings differ', () => {
  expect(readTrends(new URLSearchParams('by=year&group=medium&plans=none')).group).toBe('batch');
  expect(readTrends(new URLSearchParams('group=tracking&then=tracking')).second).toBeNull();
});
