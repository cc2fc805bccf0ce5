import { Button } from '@mantine/core';
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { useEffect, useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Question } from '../../../../api/contract/assessments.ts';
import type { Solution } from '../../../../api/contract/solutions.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { messageOf } from '../../shared/api/api-client.ts';
import { preloadMarkdown } from '../../shared/markdown/lazy-markdown.tsx';
import { isUnmarked } from '../../shared/markdown/plain-text.ts';
import { showAlert, showConfirm } from '../../shared/ui/dialogs.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import classes from './assessment.module.css';
import { Countdown } from './countdown.tsx';
import { QuestionCard } from './question.tsx';
import { SavingNote } from './saving-note.tsx';
import { useIsOver } from './time-left.ts';
import { useAnswers } from './use-answers.ts';

const PARAMETER = 'question';

/** The question's index is in the address, so that a reload keeps it. It starts at the first question without an answer. */
function usePlace(answers: readonly (string | null)[]): [number, (place: number) => void] {
  const [parameters, setParameters] = useSearchParams();
  const named = Number(parameters.get(PARAMETER)) - 1;
  const isNamed = Number.isInteger(named) && named >= 0 && named < answers.length;
  // State of the first render: answering the question must not move to another one.
  const [first] = useState(Math.max(0, answers.indexOf(null)));
  const goTo = (next: number) =>
    setParameters(
      (previous) => {
        const changed = new URLSearchParams(previous);
        changed.set(PARAMETER, String(Math.min(Math.max(next, 0), answers.length - 1) + 1));
        return changed;
      },
      { replace: true, preventScrollReset: true },
    );
  return [isNamed ? named : first, goTo];
}

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

export function Quiz({
  solution,
  questions,
  onSubmitted,
}: {
  solution: Solution;
  questions: readonly Question[];
  onSubmitted: (submitted: Solution) => void;
}) {
  const isOver = useIsOver(solution.dueAt);
  const { answers, saving, conflicts, choose, saveNow, submit } = useAnswers(solution, !isOver);
  const [place, setPlace] = usePlace(answers);
  const hintId = useId();
  const question = questions[place];
  const answeredCount = answers.filter((answer) => answer !== null).length;
  const isComplete = answeredCount === answers.length;

  const goTo = (next: number) => {
    saveNow();
    setPlace(next);
  };
  const hasNext = place < answers.length - 1;
  useEffect(() => {
    if (isOver) saveNow();
  }, [isOver, saveNow]);
  // Preloads pictures and the Markdown renderer, so that later questions work without a connection.
  useEffect(() => {
    for (const { imageUrl } of questions) if (imageUrl) new Image().src = imageUrl;
    if (questions.some(({ details }) => details && !isUnmarked(details))) preloadMarkdown();
  }, [questions]);

  const handIn = async () => {
    if (!(await showConfirm(TEXTS.assessments.confirmSubmit, { confirmLabel: 'Submit' }))) return;
    try {
      const submitted = await submit.mutateAsync();
      if (submitted) onSubmitted(submitted);
    } catch (error) {
      await showAlert(messageOf(error));
    }
  };

  return (
    <>
      <div className={classes.bar}>
        <div className={classes.barRow}>
          <span>
            Question {place + 1} of {answers.length}
          </span>
          {solution.dueAt && <Countdown startedAt={solution.startedAt} dueAt={solution.dueAt} />}
        </div>
        <progress
          className={classes.progress}
          max={answers.length}
          value={answeredCount}
          aria-label={`${answeredCount} of ${answers.length} answered`}
        />
        <SavingNote state={saving} />
      </div>
      {isOver && (
        <Notice meaning="attention" role="alert">
          Time is up. We are submitting your answers, and your result will appear here in a moment.
        </Notice>
      )}
      {question && (
        <QuestionCard
          question={question}
          place={place}
          answer={answers[place] ?? null}
          isConflicting={conflicts.includes(String(place))}
          isDisabled={isOver || submit.isPending}
          onChoose={(value) => choose(place, value)}
        />
      )}
      <div className={`${classes.buttons} ${classes.step}`}>
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={18} aria-hidden />}
          disabled={place === 0}
          onClick={() => goTo(place - 1)}
        >
          Prev
        </Button>
        <Button
          variant={isComplete ? 'default' : 'filled'}
          rightSection={<IconArrowRight size={18} aria-hidden />}
          disabled={!hasNext}
          onClick={() => goTo(place + 1)}
        >
          Next
        </Button>
      </div>
      <Places answers={answers} current={place} onGoTo={goTo} />
      <div className={classes.end}>
        <Button
          disabled={!isComplete || isOver}
          loading={submit.isPending}
          aria-describedby={hintId}
          onClick={() => void handIn()}
        >
          Submit
        </Button>
        <p id={hintId} className={classes.quiet}>
          {isComplete
            ? 'Every question is answered. You can still change your answers before you submit.'
            : TEXTS.assessments.answerEveryQuestion}
        </p>
      </div>
    </>
  );
}
