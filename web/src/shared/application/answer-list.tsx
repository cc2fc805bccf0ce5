import { IconCheck, IconX } from '@tabler/icons-react';
import type { Question } from '../../../../api/contract/assessments.ts';
import type { Solution } from '../../../../api/contract/solutions.ts';
import classes from './answer-list.module.css';

function Given({ question, answer }: { question: Question; answer: string | null }) {
  const right = question.options.filter(({ isCorrect }) => isCorrect === true);
  if (right.length === 0) return <p dir="auto">{answer ?? 'No answer'}</p>;
  const isRight = right.some(({ value }) => value === answer);
  return (
    <>
      <p className={`${classes.given} ${isRight ? classes.right : classes.wrong}`}>
        {isRight ? (
          <IconCheck size={18} stroke={1.75} role="img" aria-label="Correct" />
        ) : (
          <IconX size={18} stroke={1.75} role="img" aria-label="Incorrect" />
        )}
        <span dir="auto">{answer ?? 'No answer'}</span>
      </p>
      {!isRight && <p className={classes.quiet}>Correct answer: {right.map(({ value }) => value).join(', ')}</p>}
    </>
  );
}

export function AnswerList({
  solution,
  questions,
  isOwn,
}: {
  solution: Solution;
  questions: readonly Question[];
  isOwn: boolean;
}) {
  if (questions.length === 0 || questions.length !== solution.answers.length) return null;
  return (
    <details>
      <summary className={classes.summary}>
        {isOwn ? 'Show your answers' : 'Show the answers'}
        {solution.submittedAt === null && ' so far'}
      </summary>
      <ol className={classes.answerList} style={{ marginTop: '1rem' }}>
        {questions.map((question, place) => (
          <li key={question._id}>
            <p dir="auto">
              <strong>{question.prompt}</strong>
            </p>
            <Given question={question} answer={solution.answers[place] ?? null} />
          </li>
        ))}
      </ol>
    </details>
  );
}
