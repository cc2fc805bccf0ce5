import { expect, test } from 'vitest';
import { nextOf, STATUS_WORDS } from './status-words.ts';

test('nobody is told of a first day to come once the program has started', () => {
  expect(nextOf('COMPLETE', false)).toBe(STATUS_WORDS.COMPLETE.next);
  expect(nextOf('COMPLETE', true)).toBe('The program has started.');
  expect(nextOf('WITHDRAWN', true)).toBe(STATUS_WORDS.WITHDRAWN.next);
});
