import type { Assessment } from '../../../../api/contract/assessments.ts';
import type { Solution } from '../../../../api/contract/solutions.ts';
import { formatMoment } from '../dates/dates.tsx';
import { formatDay } from '../dates/day.ts';
import { formatMinutes } from '../dates/duration.ts';
import { formatScore } from './score.ts';

const KINDS: Readonly<Record<Assessment['type'], string>> = {
  quiz: 'Quiz',
  project: 'Project',
  external: 'On another site',
};

export function kindWords({ type, questionCount, timeLimitMinutes }: Assessment): string {
  const questions = type === 'quiz' ? `${questionCount} question${questionCount === 1 ? '' : 's'}` : '';
  const duration = timeLimitMinutes === null ? '' : formatMinutes(timeLimitMinutes);
  return [KINDS[type], questions, duration].filter(Boolean).join(' · ');
}

export function progressWords({ type }: Pick<Assessment, 'type'>, solution: Solution | undefined): string {
  if (!solution) return type === 'external' ? 'No result yet' : 'Not started';
  const { submittedAt, dueAt, score, isLate } = solution;
  if (submittedAt === null) {
    if (dueAt === null) return 'Started';
    return type === 'quiz' ? `Started: ends on ${formatMoment(dueAt)}` : `Started: due on ${formatMoment(dueAt)}`;
  }
  const what = type === 'external' ? 'Result received' : 'Submitted';
  const result = score === null ? '' : `, ${formatScore(score)}%`;
  return `${what} on ${formatDay(submittedAt)}${isLate ? ', late' : ''}${result}`;
}

/** The label of the link to the assessment; null if a reader would see nothing there. */
export function actionWords({ type }: Assessment, solution: Solution | undefined, isLooking: boolean): string | null {
  if (solution?.submittedAt) return 'See the result';
  if (isLooking) return solution ? 'See the progress' : null;
  if (solution) return 'Continue';
  return type === 'quiz' ? 'Open the quiz' : type === 'project' ? 'Open the project' : 'Open';
}
