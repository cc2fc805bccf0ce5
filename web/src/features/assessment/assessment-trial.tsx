import { Button, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Solution } from '../../../../api/contract/solutions.ts';
import { scoreOf } from '../../../../domain/solution/grading.ts';
import { dueAt } from '../../../../domain/solution/state.ts';
import { serverNow } from '../../shared/api/server-clock.ts';
import type { AssessmentTrialProps } from '../../shared/application/applicant-page-parts.ts';
import type { Uploader } from '../../shared/files/upload.ts';
import { LazyMarkdown } from '../../shared/markdown/lazy-markdown.tsx';
import classes from './assessment.module.css';
import { External } from './external.tsx';
import { Instructions } from './instructions.tsx';
import { HandIn } from './project.tsx';
import { QuizView } from './quiz-view.tsx';
import { ResultView } from './result.tsx';
import { StartView } from './start.tsx';
import { useIsOver } from './time-left.ts';
import { useFocusOnChange } from './use-focus-on-change.ts';

const EMAIL = 'ada@example.com';
const LAST_SECONDS = 10;

const now = (): string => new Date(serverNow()).toISOString();

/** The applicant's page of an assessment that may not be saved yet. Everything happens in this browser. */
export function AssessmentTrial({ assessment, questions }: AssessmentTrialProps) {
  const [attempt, setAttempt] = useState<Solution | null>(null);
  const { _id: assessmentId, organizationId, type, timeLimitMinutes } = assessment;
  const state = attempt === null ? 'open' : attempt.submittedAt === null ? 'running' : 'submitted';
  const body = useFocusOnChange<HTMLDivElement>(state);
  const startedAt = (at: string): Solution => ({
    _id: 'trial',
    version: 0,
    assessmentId,
    applicationId: 'trial',
    organizationId,
    type,
    startedAt: at,
    timeLimitMinutes,
    dueAt: dueAt({ startedAt: at, timeLimitMinutes }),
    answers: questions.map(() => null),
    submittedAt: null,
    score: null,
    isLate: false,
    isRetaken: false,
    externalDetailsUrl: null,
  });
  const submit = (running: Solution, at = now()) =>
    setAttempt({
      ...running,
      submittedAt: at,
      score: type === 'quiz' ? scoreOf(questions, running.answers) : null,
      isLate: type === 'project' && running.dueAt !== null && at > running.dueAt,
    });
  const shown = () => {
    if (attempt === null) {
      if (type !== 'external')
        return <StartView assessment={assessment} onStart={() => setAttempt(startedAt(now()))} />;
      return (
        <>
          <External assessment={assessment} email={EMAIL} />
          <div>
            <Button variant="default" size="sm" onClick={() => submit(startedAt(now()))}>
              Show the page with a result
            </Button>
          </div>
        </>
      );
    }
    if (attempt.submittedAt === null) {
      return type === 'project' ? (
        <HandIn dueAt={attempt.dueAt} send={keepHere} onSubmitted={() => submit(attempt)} />
      ) : (
        <RunningQuiz
          attempt={attempt}
          questions={assessment.questions ?? []}
          onChange={setAttempt}
          onSubmit={(at) => submit(attempt, at)}
        />
      );
    }
    return (
      <ResultView assessment={assessment} solution={attempt} isOwn>
        <Button variant="default" onClick={() => setAttempt(null)}>
          Try again from the start
        </Button>
      </ResultView>
    );
  };
  return (
    <article className={classes.page}>
      <header className={classes.head}>
        <Title order={2} size="h1" dir="auto">
          {assessment.name}
        </Title>
      </header>
      {state === 'open' && assessment.description && <LazyMarkdown>{assessment.description}</LazyMarkdown>}
      {type === 'project' && <Instructions assessment={assessment} />}
      <div ref={body} tabIndex={-1} className={classes.page} style={{ outline: 'none' }}>
        {shown()}
      </div>
    </article>
  );
}

/** The file of a trial never leaves the browser. */
const keepHere: Uploader = (_, fileName) => Promise.resolve({ fileId: 'trial', fileName });

function RunningQuiz({
  attempt,
  questions,
  onChange,
  onSubmit,
}: {
  attempt: Solution;
  questions: NonNullable<AssessmentTrialProps['assessment']['questions']>;
  onChange: (attempt: Solution) => void;
  onSubmit: (at?: string) => void;
}) {
  const [place, setPlace] = useState(0);
  const due = attempt.dueAt;
  const isOver = useIsOver(due);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time ends once
  useEffect(() => {
    if (isOver && due !== null) onSubmit(due);
  }, [isOver]);
  const skip = () => {
    if (attempt.timeLimitMinutes === null) return;
    const end = new Date(serverNow() + LAST_SECONDS * 1000);
    const start = new Date(end.getTime() - attempt.timeLimitMinutes * 60_000);
    onChange({ ...attempt, startedAt: start.toISOString(), dueAt: end.toISOString() });
  };
  return (
    <>
      <QuizView
        solution={attempt}
        questions={questions}
        answers={attempt.answers}
        place={place}
        isOver={isOver}
        onGoTo={setPlace}
        onChoose={(index, value) => onChange({ ...attempt, answers: attempt.answers.with(index, value) })}
        onSubmit={() => onSubmit()}
      />
      {due !== null && (
        <div>
          <Button variant="subtle" size="compact-sm" onClick={skip}>
            Skip to the last {LAST_SECONDS} seconds
          </Button>
        </div>
      )}
    </>
  );
}
