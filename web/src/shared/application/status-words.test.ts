import { expect, test } from 'vitest';
import { nextOf, STATUS_WORDS } from './status-words.ts';

test('no text announces the first day after the program has started', () => {
  expect(nextOf('COMPLETE', false)).toBe(STATUS_WORDS.COMPLETE.next);
  expect(nextOf('COMPLETE', true)).toBe('The program has started.');
  expect(nextOf('WITHDRAWN', true)).toBe(STATUS_WORDS.WITHDRAWN.next);
});
