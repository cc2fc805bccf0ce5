import { expect, test } from 'vitest';
import { neighboursIn } from './walk-place.ts';

const IDS = ['ada', 'ben', 'cleo'];

test('a walk goes from the first application to the last, and no further', () => {
  expect(neighboursIn(IDS, 'ada')).toEqual({ number: 1, total: 3, previous: null, next: 'ben' });
  expect(neighboursIn(IDS, 'ben')).toEqual({ number: 2, total: 3, previous: 'ada', next: 'cleo' });
  expect(neighboursIn(IDS, 'cleo')).toEqual({ number: 3, total: 3, previous: 'ben', next: null });
});

test('an application that the dashboard did not show has no place', () => {
  expect(neighboursIn(IDS, 'dan')).toBeNull();
  expect(neighboursIn([], 'ada')).toBeNull();
});
