import { expect, test } from 'vitest';
import { APPLICATION_STATUSES } from '../../../../domain/application/statuses.ts';
import { JOURNEY, statusWord } from './journey.ts';

test('every status has one column: from NEW to COMPLETE, then the ended ones', () => {
  const columns = JOURNEY.flatMap(({ statuses }) => statuses);
  expect(columns.toSorted()).toEqual(APPLICATION_STATUSES.toSorted());
  expect(columns[0]).toBe('NEW');
  expect(columns.slice(-5)).toEqual(['COMPLETE', 'CONTRACT DECLINED', 'TRANSFERRED', 'WITHDRAWN', 'CANCELLED']);
});

test('statuses are in sentence case', () => {
  expect(statusWord('INTERVIEW PENDING')).toBe('Interview pending');
});
