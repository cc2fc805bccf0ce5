import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareOf } from './chances.ts';
import { comparableCases } from './comparable-cases.ts';

const stay = fc.integer({ min: 0, max: 12 });

test('each open application is compared with exactly the cases that stayed at least as long', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ stayed: stay, isSigned: fc.boolean() })), fc.array(stay), (cases, ages) => {
      const compared = ages.map((age) => cases.filter(({ stayed }) => stayed >= age));
      const result = comparableCases(cases, ages);
      const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each / ages.length, 0);
      expect(result).toEqual({
        cases: cases.length,
        signed: cases.filter(({ isSigned }) => isSigned).length,
        share: sum(compared.map((some) => shareOf(some.filter(({ isSigned }) => isSigned).length, some.length))),
        comparable: sum(compared.map(({ length }) => length)),
      });
    }),
  );
});
