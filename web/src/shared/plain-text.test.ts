import { expect, test } from 'vitest';
import { plainText } from './plain-text.ts';

test('a preview has the words and none of the marks', () => {
  expect(
    plainText('## Twelve weeks\n\n**No degree** needed, see [the plan](https://x.example).\n\n- one\n- *two*'),
  ).toBe('Twelve weeks No degree needed, see the plan. one two');
});

test('words that only look like marks stay', () => {
  expect(plainText('3 * 4 = 12 and snake_case_name')).toBe('3 * 4 = 12 and snake_case_name');
});
