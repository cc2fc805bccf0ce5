import { expect, test } from 'vitest';
import { createRecentlyUsed } from './recently-used.ts';

test('keeps what was used last, evicts the rest, and never grows beyond twice its size', () => {
  const cache = createRecentlyUsed<number>(100);
  for (let n = 0; n < 1000; n += 1) {
    cache.set(`key ${n}`, n);
    expect(cache.get('key 0')).toBe(0);
  }
  for (let n = 901; n < 1000; n += 1) expect(cache.get(`key ${n}`)).toBe(n);
  expect(Array.from({ length: 1000 }, (_, n) => cache.get(`key ${n}`)).filter(Boolean).length).toBeLessThanOrEqual(200);
});

test('a deleted entry is gone from both generations', () => {
  const cache = createRecentlyUsed<string>(2);
  cache.set('old', 'o');
  cache.set('other', 'x');
  cache.set('old', 'newer');
  cache.delete('old');
  expect(cache.get('old')).toBeUndefined();
  expect(cache.get('other')).toBe('x');
});
