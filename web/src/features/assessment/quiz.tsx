import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Question } from '../../../../api/contract/assessments.ts';
import type { Solution } from '../../../../api/contract/solutions.ts';
import { messageOf } from '../../shared/api/api-client.ts';
import { untilShownWhole } from '../../shared/markdown/lazy-markdown.tsx';
import { showAlert } from '../../shared/ui/dialogs.tsx';
import { QuizView } from './quiz-view.tsx';
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
  const goTo = (next: number) => {
    saveNow();
    const wait = untilShownWhole(questions[next]?.details);
    if (wait) void wait.then(() => setPlace(next));
    else setPlace(next);
  };
  useEffect(() => {
    if (isOver) saveNow();
  }, [isOver, saveNow]);
  const handIn = async () => {
    try {
      const submitted = await submit.mutateAsync();
      if (submitted) onSubmitted(submitted);
    } catch (error) {
      await showAlert(messageOf(error));
    }
  };
  return (
    <QuizView
      solution={solution}
      questions={questions}
      answers={answers}
      place={place}
      isOver={isOver}
      saving={saving}
      conflicts={conflicts}
      isSubmitting={submit.isPending}
      onGoTo={goTo}
      onChoose={choose}
      onSubmit={() => void handIn()}
    />
  );
}
