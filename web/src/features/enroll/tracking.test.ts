import { expect, test } from 'vitest';
import { browserStorage } from '../../shared/browser/browser-storage.ts';
import { heardIn, withHeard } from '../../shared/forms/heard.ts';
import { trackingIn, visitTracking } from './tracking.ts';

const none = { source: null, medium: null, campaign: null, term: null, content: null };

function visit() {
  const entries = new Map<string, string>();
  return visitTracking(
    browserStorage(() => ({
      length: 0,
      key: () => null,
      getItem: (key) => entries.get(key) ?? null,
      setItem: (key, value) => void entries.set(key, value),
      removeItem: (key) => void entries.delete(key),
    })),
  );
}

test('an address without utm parameters tracks nothing', () => {
  expect(trackingIn('?batchId=1&utm_source=')).toBeNull();
});

test('the first utm parameters of a visit are kept, per organization', () => {
  const mine = visit();
  mine.begin('?utm_source=fb&utm_medium=ad');
  mine.begin('?batchId=1');
  expect(mine.of('one')).toEqual({ ...none, source: 'fb', medium: 'ad' });
  mine.begin('?utm_source=later');
  expect(mine.of('one')).toEqual({ ...none, source: 'fb', medium: 'ad' });
  expect(mine.of('two'), 'what led to one school says nothing of another').toEqual(none);
  mine.begin('?utm_source=later');
  expect(mine.of('two')).toEqual({ ...none, source: 'later' });
});

test('the answer to "Where did you hear" is the source, or the medium of a source without one', () => {
  expect(withHeard(none, 'Reddit')).toEqual({ ...none, source: 'Reddit' });
  expect(withHeard({ ...none, source: 'fb' }, 'Reddit')).toEqual({ ...none, source: 'fb', medium: 'Reddit' });
  for (const link of [none, { ...none, source: 'fb' }]) expect(heardIn(withHeard(link, 'Reddit'))).toBe('Reddit');
  expect(heardIn({ ...none, source: 'fb', medium: 'ad' })).toBeNull();
  expect(withHeard({ ...none, source: 'fb', medium: 'ad' }, undefined)).toEqual({
    ...none,
    source: 'fb',
    medium: 'ad',
  });
});
