import { expect, test } from 'vitest';
import {
  blankQuestion,
  copyOf,
  questionsInWords,
  questionsProblem,
  readQuestions,
  writeQuestions,
} from './questions.ts';

const question = {
  ...blankQuestion(),
  prompt: 'Even?',
  details: 'A hint',
  options: [
    { _id: 'a', value: '3', isCorrect: false },
    { _id: 'b', value: '4', isCorrect: true },
  ],
};

test('equal questions are the same text, whatever the order of their members', () => {
  const { _id, ...rest } = question;
  expect(writeQuestions([{ ...rest, _id }])).toBe(writeQuestions([question]));
  expect(readQuestions(writeQuestions([question]))).toEqual([question]);
  expect(writeQuestions([])).toBe('');
});

test('a copy shares no id with its original', () => {
  const copy = copyOf(question);
  const idsOf = ({ _id, options }: ReturnType<typeof blankQuestion>) => [_id, ...options.map((option) => option._id)];
  expect(new Set([...idsOf(question), ...idsOf(copy)]).size).toBe(6);
  expect(copy).toMatchObject({ prompt: 'Even?', details: 'A hint' });
});

test('the history reads a list and a single question', () => {
  expect(questionsInWords(writeQuestions([question]))).toBe('1 question: Even?');
  expect(questionsInWords(JSON.stringify(question))).toBe('Even? 3, 4 (correct); A hint');
  expect(questionsInWords('')).toBe('');
});

test('a question that cannot be saved is named by its number', () => {
  expect(questionsProblem(writeQuestions([question]))).toBeNull();
  expect(questionsProblem(writeQuestions([question, blankQuestion()]))).toBe('Question 2 needs text.');
});
