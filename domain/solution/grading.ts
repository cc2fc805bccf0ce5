import type { Question } from '../assessment/events.ts';

export const isEveryAnswered = (answers: readonly (string | null)[]): boolean =>
  answers.every((answer) => answer !== null);

/** Percentage of correct answers, to two decimals; a missing answer is wrong. */
export function scoreOf(questions: readonly Question[], answers: readonly (string | null)[]): number {
  if (questions.length === 0) return 0;
  const right = questions.filter(({ options }, index) =>
    options.some(({ value, isCorrect }) => isCorrect && value === answers[index]),
  );
  return Math.round((right.length / questions.length) * 10_000) / 100;
}
