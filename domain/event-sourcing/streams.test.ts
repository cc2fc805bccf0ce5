import { expect, test } from 'vitest';
import { categoryOf, idOf, streamOf, subjectOf } from './streams.ts';

test('a stream’s name is parsed into category and id, whatever the id contains', () => {
  const stream = streamOf('registry', 'batches:0d1f3f52-7a1c-5f0e');
  expect(stream).toBe('registry-batches:0d1f3f52-7a1c-5f0e');
  expect(categoryOf(stream)).toBe('registry');
  expect(idOf(stream)).toBe('batches:0d1f3f52-7a1c-5f0e');
});

test.each([
  ['', '1'],
  ['a-b', '1'],
  ['user', ''],
  ['user', 'a\nb'],
  ['user', 'a/b'],
])('%j and %j name no stream', (category, id) => expect(() => streamOf(category, id)).toThrow(TypeError));

test('an account or application is its own subject; activity, solutions and payments have their application’s; others have none', () => {
  expect(subjectOf('user-1')).toBe('user-1');
  expect(subjectOf('application-1')).toBe('application-1');
  expect(subjectOf('activity-1')).toBe('application-1');
  expect(subjectOf('solution-1')).toBe('application-1');
  expect(subjectOf('paymentAccount-1')).toBe('application-1');
  for (const stream of ['organization-1', 'batch-1', 'registry-organizations', 'users-1'])
    expect(subjectOf(stream)).toBeNull();
});
