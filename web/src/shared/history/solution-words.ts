import type { HistoryEntry } from '../../../../api/contract/applications.ts';
import { counted } from '../../../../domain/text/counted.ts';
import { formatScore } from '../application/score.ts';

interface Attempt {
  readonly answers?: readonly unknown[];
  readonly score?: number | null;
  readonly isLate?: boolean;
}

/** The words before and after the assessment's name: "submitted *Logic*, with 80%". */
export function solutionWords({ type, actor }: HistoryEntry, attempt: unknown): readonly [string, string] {
  const { answers = [], score = null, isLate = false } = (attempt ?? {}) as Attempt;
  if (type === 'SolutionStarted') return actor.kind === 'provider' ? ['reported the start of', ''] : ['started', ''];
  if (type === 'AnswersSaved') {
    const answered = answers.filter((answer) => answer !== null && answer !== undefined).length;
    return [`answered ${counted(answered, 'question', 'questions')} of`, ''];
  }
  if (type === 'SolutionRetaken') return ['may take', ' again'];
  if (type === 'SolutionCopied') return ['copied', ' with the transfer'];
  const result = `${isLate ? ', late' : ''}${score === null ? '' : `, with ${formatScore(score)}%`}`;
  return [actor.kind === 'provider' ? 'reported the result of' : 'submitted', result];
}
