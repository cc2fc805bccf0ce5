import { expect, test } from 'vitest';
import { MASS_READ } from '../../domain/security-log/kinds.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { isMassRead, readIn } from './applicant-reads.ts';

const persons = (count: number) => Array.from({ length: count }, (_, index) => ({ applicationId: `a-${index}` }));

test('what if counts by the persons whose outcome differs, and names no one without other rules', () => {
  const amountOf = (value: object) => readIn(ENDPOINTS.whatIf)?.amountOf(value);
  expect(amountOf({ persons: persons(3) })).toBe(3);
  expect(amountOf({})).toBe(0);
  expect(isMassRead(ENDPOINTS.whatIf, { persons: persons(MASS_READ.rows) })).toBe(true);
  expect(isMassRead(ENDPOINTS.whatIf, { persons: persons(MASS_READ.rows - 1) })).toBe(false);
  expect(isMassRead(ENDPOINTS.whatIf, {})).toBe(false);
});

test('a change is a read only if it changed nothing', () => {
  expect(readIn(ENDPOINTS.changeApplication)).toBeUndefined();
  expect(readIn(ENDPOINTS.changeApplication, true)).toMatchObject({ unit: 'calls' });
  expect(readIn(ENDPOINTS.changeBatch, true)).toBeUndefined();
});
