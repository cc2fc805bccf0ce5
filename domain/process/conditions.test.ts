import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { APPLICATION_STATUSES, rankOf } from '../application/statuses.ts';
import { factsOf } from '../visibility/application-document.ts';
import {
  CONDITION,
  type Condition,
  type ConditionTerm,
  evaluateCondition,
  FACT_FIELDS,
  type Facts,
} from './conditions.ts';

const facts = (changes: Partial<Facts> = {}): Facts => ({
  status: 'NEW',
  fields: {},
  completedAssessmentIds: [],
  selectedPaymentModelId: null,
  ...changes,
});
const one = (term: ConditionTerm): Condition => ({ logicalOperator: 'AND', terms: [term] });
const status = (operator: ConditionTerm['operator'], comparisonValue: string) =>
  one({ target: 'STATUS', operator, comparisonValue });
const field = (targetDetails: string, operator: ConditionTerm['operator'], comparisonValue?: string | number) =>
  one({ target: 'FIELD', targetDetails, operator, comparisonValue });

describe('a condition', () => {
  test('on the status compares by rank', () => {
    fc.assert(
      fc.property(fc.constantFrom(...APPLICATION_STATUSES), fc.constantFrom(...APPLICATION_STATUSES), (now, wanted) => {
        const given = facts({ status: now });
        expect(evaluateCondition(status('Greater than', wanted), given)).toBe(rankOf(now) > rankOf(wanted));
        expect(evaluateCondition(status('Greater than or equal', wanted), given)).toBe(rankOf(now) >= rankOf(wanted));
      }),
    );
  });

  test('on a field compares numbers as numbers, else texts', () => {
    expect(evaluateCondition(field('hours', 'Greater than', '9'), facts({ fields: { hours: '10' } }))).toBe(true);
    expect(evaluateCondition(field('hours', 'Greater than', 9), facts({ fields: { hours: ' 10 ' } }))).toBe(true);
    expect(evaluateCondition(field('hours', 'Greater than', 'about 9'), facts({ fields: { hours: '10' } }))).toBe(
      false,
    );
    expect(evaluateCondition(field('city', 'Greater than or equal', 'B'), facts({ fields: { city: 'Cebu' } }))).toBe(
      true,
    );
    expect(evaluateCondition(field('hours', 'Greater than', '9'), facts())).toBe(false);
  });

  test('Exists asks whether a value is not empty', () => {
    const cv = { fileId: 'f', fileName: 'cv.pdf' };
    expect(evaluateCondition(field('cv', 'Exists'), facts({ fields: { cv } }))).toBe(true);
    expect(evaluateCondition(field('cv', 'Exists'), facts({ fields: { cv: '  ' } }))).toBe(false);
    expect(evaluateCondition(field('toString', 'Exists'), facts())).toBe(false);
  });

  test('on assessments counts the completed ones', () => {
    const two = one({ target: 'ASSESSMENTS_COMPLETE', operator: 'Greater than or equal', comparisonValue: '2' });
    expect(evaluateCondition(two, facts({ completedAssessmentIds: ['a'] }))).toBe(false);
    expect(evaluateCondition(two, facts({ completedAssessmentIds: ['a', 'b'] }))).toBe(true);
  });

  test('without terms is true for both operators', () => {
    expect(evaluateCondition({ logicalOperator: 'OR', terms: [] }, facts())).toBe(true);
    expect(evaluateCondition({ logicalOperator: 'AND', terms: [] }, facts())).toBe(true);
  });

  test('joins its terms with AND or OR', () => {
    const [yes, no] = [
      { target: 'STATUS', operator: 'Exists' },
      { target: 'FIELD', targetDetails: 'x', operator: 'Exists' },
    ];
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1 }), (truths) => {
        const terms = truths.map((truth) => (truth ? yes : no)) as ConditionTerm[];
        expect(evaluateCondition({ logicalOperator: 'AND', terms }, facts())).toBe(truths.every(Boolean));
        expect(evaluateCondition({ logicalOperator: 'OR', terms }, facts())).toBe(truths.some(Boolean));
      }),
    );
  });

  test('that cannot be evaluated is false and is logged', () => {
    const errors: string[] = [];
    const broken = [
      status('Greater than', 'SOMETHING'),
      one({ target: 'ASSESSMENTS_COMPLETE', operator: 'Greater than', comparisonValue: 'many' }),
      one({ target: 'FIELD', operator: 'Exists' }),
      one({ target: 'WEATHER' as 'FIELD', operator: 'Exists' }),
      one({ target: 'STATUS', operator: 'Sounds like' as 'Exists' }),
    ];
    expect(broken.map((condition) => evaluateCondition(condition, facts(), (message) => errors.push(message)))).toEqual(
      broken.map(() => false),
    );
    expect(errors).toHaveLength(broken.length);
    const or: Condition = {
      logicalOperator: 'OR',
      terms: [...broken.flatMap(({ terms }) => terms), ...status('Exists', '').terms],
    };
    expect(evaluateCondition(or, facts())).toBe(true);
  });

  test('never throws, whatever it contains', () => {
    const nameless = { target: { toString: 1 }, operator: 'Exists' };
    expect(evaluateCondition({ logicalOperator: 'AND', terms: [nameless] } as never, facts())).toBe(false);

    const anything = fc.anything({ maxDepth: 1 });
    const term = fc.record({
      target: anything,
      targetDetails: anything,
      operator: anything,
      comparisonValue: anything,
    });
    fc.assert(
      fc.property(fc.array(term), fc.dictionary(fc.string(), fc.string()), (terms, fields) => {
        const parsed = CONDITION.safeParse({ terms });
        const condition = (parsed.success ? parsed.data : { logicalOperator: 'AND', terms }) as Condition;
        expect(typeof evaluateCondition(condition, facts({ fields }))).toBe('boolean');
      }),
    );
  });
});

test('members of every application can be used in a term', () => {
  const document = { status: 'NEW', email: 'ada@example.com', values: {}, outcomes: [] } as const;
  const none = { selectedPaymentModelId: null, calendlyStartTime: null, calendlyEventUri: null };
  const known: readonly string[] = FACT_FIELDS;
  expect(Object.keys(factsOf({ ...document, ...none }).fields).filter((name) => !known.includes(name))).toEqual([]);
});
