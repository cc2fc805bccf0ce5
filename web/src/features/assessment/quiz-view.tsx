import { Button } from '@mantine/core';
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { useEffect, useId } from 'react';
import type { Question } from '../../../../api/contract/assessments.ts';
import type { Solution } from '../../../../api/contract/solutions.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { onFirstInput } from '../../shared/browser/on-first-input.ts';
import { preloadMarkdown } from '../../shared/markdown/lazy-markdown.tsx';
import { isUnmarked } from '../../shared/markdown/plain-text.ts';
import { showConfirm } from '../../shared/ui/dialogs.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import classes from './assessment.module.css';
import { Countdown } from './countdown.tsx';
import { QuestionCard } from './question.tsx';
import { SavingNote } from './saving-note.tsx';
import type { SavingState } from './use-answers.ts';

function Places({
  answers,
  current,
  onGoTo,
}: {
  answers: readonly (string | null)[];
  current: number;
  onGoTo: (place: number) => void;
}) {
  return (
    <nav aria-label="Questions">
      <ol className={classes.places}>
        {answers.map((answer, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: questions are identified by their index here
          <li key={place}>
            <button
              type="button"
              className={answer === null ? classes.place : `${classes.place} ${classes.answered}`}
              aria-current={place === current ? 'step' : undefined}
              aria-label={`Question ${place + 1}, ${answer === null ? 'open' : 'answered'}`}
              onClick={() => onGoTo(place)}
            >
              {answer === null ? place + 1 : `${place + 1} ✓`}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** A running quiz, wherever its answers are stored. */
export function QuizView({
  solution: { startedAt, dueAt },
  questions,
  answers,
  place,
  isOver,
  saving = null,
  conflicts = [],
  isSubmitting = false,
  onGoTo,
  onChoose,
  onSubmit,
}: {
  solution: Pick<Solution, 'startedAt' | 'dueAt'>;
  questions: readonly Question[];
  /** One per question. */
  answers: readonly (string | null)[];
  place: number;
  isOver: boolean;
  /** Null where nothing is saved. */
  saving?: SavingState | null;
  /** Places that another device has answered meanwhile. */
  conflicts?: readonly string[];
  isSubmitting?: boolean;
  onGoTo: (place: number) => void;
  onChoose: (place: number, value: string) => void;
  onSubmit: () => void;
}) {
  const hintId = useId();
  const question = questions[place];
  const answeredCount = answers.filter((answer) => answer !== null).length;
  const isComplete = answeredCount === answers.length;
  const hasNext = place < answers.length - 1;
  // Preloads pictures and the Markdown renderer, so that later questions work without a connection.
  useEffect(() => {
    for (const { imageUrl } of questions) if (imageUrl) new Image().src = imageUrl;
    const hasMarks = questions.some(({ details }) => details && !isUnmarked(details));
    return hasMarks ? onFirstInput(preloadMarkdown) : undefined;
  }, [questions]);
  const ask = async () => {
    if (await showConfirm(TEXTS.assessments.confirmSubmit, { confirmLabel: 'Submit' })) onSubmit();
  };

  return (
    <>
      <div className={classes.bar}>
        <div className={classes.barRow}>
          <span>
            Question {place + 1} of {answers.length}
          </span>
          {dueAt && <Countdown startedAt={startedAt} dueAt={dueAt} />}
        </div>
        <progress
          className={classes.progress}
          max={answers.length}
          value={answeredCount}
          aria-label={`${answeredCount} of ${answers.length} answered`}
        />
        {saving && <SavingNote state={saving} />}
      </div>
      {isOver && (
        <Notice meaning="attention" role="alert">
          {TEXTS.assessing.timeIsUpSubmitting}
        </Notice>
      )}
      {question && (
        <QuestionCard
          question={question}
          place={place}
          answer={answers[place] ?? null}
          isConflicting={conflicts.includes(String(place))}
          isDisabled={isOver || isSubmitting}
          onChoose={(value) => onChoose(place, value)}
        />
      )}
      <div className={`${classes.buttons} ${classes.step}`}>
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={18} aria-hidden />}
          disabled={place === 0}
          onClick={() => onGoTo(place - 1)}
        >
          Prev
        </Button>
        <Button
          variant={isComplete ? 'default' : 'filled'}
          rightSection={<IconArrowRight size={18} aria-hidden />}
          disabled={!hasNext}
          onClick={() => onGoTo(place + 1)}
        >
          Next
        </Button>
      </div>
      <Places answers={answers} current={place} onGoTo={onGoTo} />
      <div className={classes.end}>
        <Button
          disabled={!isComplete || isOver}
          loading={isSubmitting}
          aria-describedby={hintId}
          onClick={() => void ask()}
        >
          Submit
        </Button>
        <p id={hintId} className={classes.quiet}>
          {isComplete ? TEXTS.assessing.allAnswered : TEXTS.assessments.answerEveryQuestion}
        </p>
      </div>
    </>
  );
}
