import { expect, test } from 'vitest';
import { isUnmarked, plainText } from '../web/src/shared/markdown/plain-text.ts';
import { MOST_MS, threadTimeOf } from './support/thread-time.ts';

test.each(['[', '![](', '[x](', '*', ' *', '_', '`', '> ', '\n'])('64 kB of %j are read at once', async (mark) => {
  const text = mark.repeat(65_536 / mark.length);
  expect(await threadTimeOf(() => [plainText(text), isUnmarked(text)])).toBeLessThan(MOST_MS);
});
