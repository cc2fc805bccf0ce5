import fc from 'fast-check';
import { expect, test } from 'vitest';
import { documentsOf, type History, moved, onDay, submitted } from '../../test/support/journeys.ts';
import { type BatchTraces, batchTracesOf, traceOf } from './batch-traces.ts';
import { chances, convolved, shareOf } from './chances.ts';
import { courseVariance, logit, shareOfLogit } from './course-spread.ts';
import { backtestOf, backtestSentence, forecastAt, forecastWords, pastWeeks, testedWeek } from './forecast.ts';
import { seatRange } from './seat-range.ts';
import { textOf } from './words.ts';

/** Repeats for the same seed. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Life {
  readonly applied: number;
  readonly interviewed: number | null;
  readonly ended: number;
  readonly signs: boolean;
}

/** 60% get an interview, of whom 50% sign, more or fewer by the course; everything is decided within ten weeks. */
function lifeOf(dice: () => number, opened: number, deviation: number): Life {
  const applied = opened + dice() * 30;
  const isInterviewed = dice() < shareOfLogit(logit(0.6) + deviation);
  return {
    applied,
    interviewed: isInterviewed ? applied + 3 + dice() * 10 : null,
    ended: applied + 15 + dice() * 20,
    signs: isInterviewed && dice() < shareOfLogit(deviation),
  };
}

function batch(batchId: string, opened: number, lives: readonly Life[]): BatchTraces {
  const history = lives
    .flatMap(({ applied, interviewed, ended, signs }, n): History => {
      const id = `${batchId}${n}`;
      const before = interviewed === null ? 'NEW' : 'INTERVIEW COMPLETED';
      return [
        [applied, id, submitted(batchId)],
        ...(interviewed === null ? [] : ([[interviewed, id, moved('NEW', 'INTERVIEW COMPLETED')]] as History)),
        [ended, id, moved(before, signs ? 'CONTRACT RECEIVED' : 'WITHDRAWN')],
      ];
    })
    .toSorted(([one], [other]) => one - other);
  const documents = documentsOf(history);
  const traces = [...documents.values()].map((document) => traceOf(document, documents));
  return batchTracesOf({ batchId, openedAt: onDay(opened) }, traces);
}

/** Each course differs in the logit of its shares by a normal deviation of the size of `spread`. */
function school(seed: number, courses = 5, each = 120, spread = 0): readonly BatchTraces[] {
  const dice = random(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - dice())) * Math.cos(2 * Math.PI * dice());
  return Array.from({ length: courses }, (_, n) => {
    const deviation = spread === 0 ? 0 : spread * normal();
    const lives = Array.from({ length: each }, () => lifeOf(dice, n * 90, deviation));
    return batch(`c${n}`, n * 90, lives);
  });
}

const backtest = (past: readonly BatchTraces[], now: number) =>
  backtestOf(pastWeeks(past, now).map((week) => testedWeek(week, past)));

const at = (day: number): number => Date.parse(onDay(day));

test.each([
  ['one known rate', 0],
  ['rates that differ', 0.4],
])('for courses with %s the ranges hold about as often as they promise', (_, spread) => {
  let held = 0;
  let weeks = 0;
  for (let seed = 1; seed <= 8; seed += 1) {
    const result = backtest(school(seed * 77 + 1, 16, 100, spread), at(1600));
    held += result.held;
    weeks += result.weeks;
    expect(result.cohorts).toBe(15);
  }
  expect(held / weeks).toBeGreaterThan(0.75);
  expect(held / weeks).toBeLessThan(0.85);
});

test('a range is wider for courses that differed, and for a single past course, than for many alike', () => {
  const widthOf = (past: readonly (readonly [signed: number, cases: number])[]) => {
    const variance = courseVariance(past.map(([signed, cases]) => ({ signed, cases })));
    const { low, high } = seatRange([{ here: 50, share: 0.5, comparable: 200, variance }], 0.8);
    return high - low;
  };
  const alike = Array.from({ length: 8 }, () => [50, 100] as const);
  const different = alike.map(([signed, cases], n) => [signed + (n % 2 === 0 ? 25 : -25), cases] as const);
  expect(widthOf(alike)).toBeLessThan(widthOf([[50, 100]]));
  expect(widthOf([[50, 100]])).toBeLessThan(widthOf(different));
});

test('a range of many open applications is found at once and is that of the exact sum', () => {
  const waiting = (here: number) => [
    { here: here / 2, share: 0.3, comparable: 400, variance: 0.04 },
    { here: here / 2, share: 0.7, comparable: 90, variance: 0.02 },
  ];
  const exact = seatRange(waiting(200), 0.8);
  const normal = seatRange(waiting(202), 0.8);
  expect(Math.abs(normal.low - exact.low)).toBeLessThanOrEqual(3);
  expect(Math.abs(normal.high - exact.high)).toBeLessThanOrEqual(3);
  const { low, high } = seatRange(waiting(20_000), 0.8);
  expect([Number.isInteger(low), Number.isInteger(high), low > 8000, high < 12_000]).toEqual([true, true, true, true]);
});

test('nothing after its time changes a forecast', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 100, max: 460 }), (seed, day) => {
      const [target, ...others] = school(seed, 5, 30).toReversed();
      const altered = (one: BatchTraces): BatchTraces =>
        batchTracesOf(
          one,
          one.traces.map((trace) => {
            const before = trace.filter(({ at: time }) => time <= at(day));
            return [...before, { at: at(day) + 1, state: null }];
          }),
        );
      const course = target as BatchTraces;
      expect(forecastAt(altered(course), others.map(altered), at(day))).toEqual(forecastAt(course, others, at(day)));
    }),
    { numRuns: 30 },
  );
});

test('a range lies between what is signed and what can be, in whole numbers', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 365, max: 400 }), (seed, day) => {
      const all = school(seed, 5, 40);
      const { range, signed, open } = forecastAt(all[4] as BatchTraces, all, at(day));
      const { low, high } = range as NonNullable<typeof range>;
      expect([Number.isInteger(low), Number.isInteger(high)]).toEqual([true, true]);
      expect(signed <= low && low <= high && high <= signed + open).toBe(true);
    }),
    { numRuns: 30 },
  );
});

test('below thirty cases there is no range, and the sentence says why', () => {
  const [past, course] = school(7, 2, 29) as [BatchTraces, BatchTraces];
  const forecast = forecastAt(course, [past], at(110));
  expect(forecast).toMatchObject({ cases: 29, range: null });
  expect(textOf(forecastWords(forecast, { batchId: 'now', capacity: 20 }))).toContain(
    'No forecast: past courses have 29 decided applications',
  );
  expect(backtestSentence(backtest([past], at(400)))).toContain('No past course could have been forecast yet');
});

test('a course is evidence only while at most a tenth of it is open, and its open applications have not signed', () => {
  const decided: Life = { applied: 0, interviewed: 5, ended: 20, signs: true };
  const waiting: Life = { ...decided, ended: 500 };
  const course = batch('now', 90, [{ applied: 95, interviewed: 100, ended: 300, signs: true }]);
  const past = (open: number) =>
    batch(
      'past',
      0,
      Array.from({ length: 40 }, (_, n) => (n < open ? waiting : decided)),
    );
  expect(forecastAt(course, [past(5)], at(110)).cases).toBe(0);
  expect(forecastAt(course, [past(4)], at(110))).toMatchObject({ cases: 36, from: ['past'], open: 1, signed: 0 });
  const statuses = forecastAt(course, [past(4)], at(110)).statuses;
  expect(statuses.find(({ status }) => status === 'INTERVIEW COMPLETED')).toMatchObject({ cases: 40, signed: 36 });
});

test('the chances are those of the beta-binomial', () => {
  const [none, one] = chances(1, shareOf(9, 18), 18) as [number, number];
  expect(none).toBeCloseTo(0.5);
  expect(one).toBeCloseTo(0.5);
  const many = chances(2000, shareOf(3, 900), 900);
  expect(many.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1);
  // The mean is the count times the share.
  expect(many.reduce((sum, chance, n) => sum + n * chance, 0)).toBeCloseTo((2000 * 3.5) / 901, 3);
  expect(convolved([0.5, 0.5], [0.5, 0.5])).toEqual([0.25, 0.5, 0.25]);
});
