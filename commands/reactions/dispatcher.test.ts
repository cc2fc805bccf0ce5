import fc from 'fast-check';
import { expect, test } from 'vitest';
import { retryDelay } from './dispatcher.ts';

test('pauses grow from five seconds to an hour, a fifth up or down', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), fc.double({ min: 0, max: 1, noNaN: true }), (tries, random) => {
      const delay = retryDelay(tries, random);
      expect(delay).toBeGreaterThanOrEqual(4000);
      expect(delay).toBeLessThanOrEqual(4_320_000);
      expect(retryDelay(tries + 1, random)).toBeGreaterThanOrEqual(delay);
    }),
  );
  expect(retryDelay(1, 0.5)).toBe(5000);
  expect(retryDelay(3, 0.5)).toBe(20_000);
});
