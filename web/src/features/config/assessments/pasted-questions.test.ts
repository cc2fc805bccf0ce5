import { expect, test } from 'vitest';
import { LIMITS } from '../../../../../domain/limits/limits.ts';
import { pastedQuestions } from './pasted-questions.ts';

const read = (text: string) =>
  pastedQuestions(text).questions.map(({ question: { prompt, options }, problem }) => ({
    prompt,
    options: options.map(({ value, isCorrect }) => (isCorrect ? `✓ ${value}` : value)),
    problem,
  }));

test('each paragraph is a question with its options, the correct one starred before or after', () => {
  expect(read('Is a whale a fish?\r\nYes\r\n*No\r\n  \r\n\r\nWhich is even?\n3\n4 *\n')).toEqual([
    { prompt: 'Is a whale a fish?', options: ['Yes', '✓ No'], problem: null },
    { prompt: 'Which is even?', options: ['3', '✓ 4'], problem: null },
  ]);
});

test('numbers, letters and bullets are left out if the whole list has them', () => {
  expect(read('1. First?\na) One\n*b) Two\n\n2. Second?\n- Left\n- *Right')).toEqual([
    { prompt: 'First?', options: ['One', '✓ Two'], problem: null },
    { prompt: 'Second?', options: ['Left', '✓ Right'], problem: null },
  ]);
  expect(read('3. Of what?\n1) x\nnone *\n\nAnd this?\n*y')).toMatchObject([
    { prompt: '3. Of what?', options: ['1) x', '✓ none'] },
    { prompt: 'And this?' },
  ]);
});

test.each([
  ['no options', 'Why?', 'It has no options.'],
  ['no star', 'Why?\nA\nB', 'No option is starred as correct.'],
  ['doubles', 'Why?\nA\n*A', 'Two options are the same.'],
  ['a text that is too long', `Why?\n*${'x'.repeat(600)}`, 'A question or an option is empty or too long.'],
])('a question with %s is taken and says so', (_, text, problem) => {
  expect(read(text)).toMatchObject([{ prompt: 'Why?', problem }]);
});

test('markup is kept as typed, and every question and option gets its own id', () => {
  const [one, other] = pastedQuestions('<b>a</b>\n*<script>\nx\n\n<b>a</b>\n*<script>\nx').questions;
  expect(one?.question.options[0]?.value).toBe('<script>');
  const ids = [one, other].flatMap((each) => [
    each?.question._id,
    ...(each?.question.options ?? []).map(({ _id }) => _id),
  ]);
  expect(new Set(ids).size).toBe(6);
  expect(read(' \n\n ')).toEqual([]);
});

test('hostile text is shown as pasted, and the parts that the quiz cannot take are bounded', () => {
  const script = '<script>alert(1)</script> ![x](javascript:alert(1)) \u202egnp.exe';
  expect(read(`${script}\n*${script}\nno`)).toEqual([
    { prompt: script, options: [`✓ ${script}`, 'no'], problem: null },
  ]);
  expect(read(`${'x'.repeat(64_000)}\n*a\nb`)[0]?.problem).toBe('A question or an option is empty or too long.');
  expect(read('a\0b\n*yes\nno')).toEqual([{ prompt: 'a\ufffdb', options: ['✓ yes', 'no'], problem: null }]);
  const [crowded] = read(`Which?\n*a\n${'b\n'.repeat(60_000)}`);
  expect(crowded?.problem).toBe(`It has more than ${LIMITS.options} options.`);
  expect(crowded?.options).toHaveLength(LIMITS.options + 1);
  expect(pastedQuestions('a\n\n'.repeat(1_000))).toMatchObject({ leftOut: 1_000 - LIMITS.questions });
});
