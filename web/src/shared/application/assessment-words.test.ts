import { expect, test } from 'vitest';
import type { Assessment } from '../../../../api/contract/assessments.ts';
import type { Solution } from '../../../../api/contract/solutions.ts';
import { actionWords, kindWords, progressWords } from './assessment-words.ts';

const quiz = { type: 'quiz', questionCount: 5, timeLimitMinutes: 20 } as Assessment;
const project = { type: 'project', questionCount: 0, timeLimitMinutes: 4320 } as Assessment;
const external = { type: 'external', questionCount: 0, timeLimitMinutes: null } as Assessment;
const solution = (more: Partial<Solution>) =>
  ({ submittedAt: null, dueAt: null, score: null, isLate: false, ...more }) as Solution;

test('shows the kind and duration of an assessment', () => {
  expect([quiz, project, external].map(kindWords)).toEqual([
    'Quiz · 5 questions · 20 minutes',
    'Project · 3 days',
    'On another site',
  ]);
});

test('shows the progress', () => {
  const submittedAt = '2026-03-12T10:00:00.000Z';
  expect(progressWords(quiz, undefined)).toBe('Not started');
  expect(progressWords(external, undefined)).toBe('No result yet');
  expect(progressWords(quiz, solution({ submittedAt, score: 66.666 }))).toBe('Submitted on Thu, 12 Mar 2026, 66.7%');
  expect(progressWords(project, solution({ submittedAt, isLate: true }))).toBe('Submitted on Thu, 12 Mar 2026, late');
  expect(progressWords(project, solution({ dueAt: submittedAt }))).toMatch(/^Started: due on Thu, 12 Mar 2026, /);
});

test('an ended or locked assessment can only be viewed', () => {
  const done = solution({ submittedAt: '2026-03-12T10:00:00.000Z' });
  expect(actionWords(quiz, undefined, false)).toBe('Open the quiz');
  expect(actionWords(quiz, solution({}), false)).toBe('Continue');
  expect(actionWords(quiz, undefined, true)).toBeNull();
  expect(actionWords(quiz, done, true)).toBe('See the result');
});
