import { expect, test } from 'vitest';
import { type Ahead, narrowed, noteServerTime, serverNow } from './server-clock.ts';

const HOUR = 3_600_000;

test('answers narrow the difference of the clocks, although each has whole seconds only', () => {
  const ahead = HOUR + 400;
  let known: Ahead | null = null;
  for (let now = 0; now < 5000; now += 330) {
    const date = Math.floor((now + 20 + ahead) / 1000) * 1000;
    known = narrowed(known, date, now, now + 40);
    expect(known.least).toBeLessThanOrEqual(ahead);
    expect(known.most).toBeGreaterThanOrEqual(ahead);
  }
  expect((known?.most ?? 0) - (known?.least ?? 0)).toBeLessThan(400);
});

test("a change of the device's clock discards what was measured", () => {
  const before = narrowed(null, 10_000, 10_000, 10_010);
  expect(narrowed(before, 12_000, 12_000 - HOUR, 12_010 - HOUR)).toEqual({ least: HOUR - 10, most: HOUR + 1000 });
});

test('a cached answer is not used to measure the time', () => {
  const headers = (cacheControl: string) =>
    new Headers({ date: new Date(9 * HOUR).toUTCString(), 'cache-control': cacheControl });
  noteServerTime({ headers: headers('public, max-age=60') }, HOUR, HOUR);
  expect(serverNow(HOUR)).toBe(HOUR);
  noteServerTime({ headers: headers('private, no-store') }, HOUR, HOUR);
  expect(serverNow(HOUR)).toBe(9 * HOUR + 500);
});
