import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareOf } from './chances.ts';
import { comparableCases, sortedCases } from './comparable-cases.ts';

const stay = fc.integer({ min: 0, max: 12 });
const course = fc.array(fc.record({ stayed: stay, isSigned: fc.boolean() }));

test('each open application is compared with exactly the cases that stayed at least as long', () => {
  fc.assert(
    fc.property(fc.array(course, { maxLength: 4 }), fc.array(stay), (courses, ages) => {
      const cases = courses.flat();
      const compared = ages.map((age) => cases.filter(({ stayed }) => stayed >= age));
      const result = comparableCases(courses.map(sortedCases), ages, 0.3);
      const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each / ages.length, 0);
      const ofStatus = shareOf(cases.filter(({ isSigned }) => isSigned).length, cases.length, 0.3);
      const signed = (some: typeof cases) => some.filter(({ isSigned }) => isSigned).length;
      expect(result).toEqual({
        cases: cases.length,
        signed: signed(cases),
        share: sum(compared.map((some) => shareOf(signed(some), some.length, ofStatus))),
        comparable: sum(compared.map(({ length }) => length)),
      });
    }),
  );
});
