import { Button, Title } from '@mantine/core';
import { IconClock, IconDeviceFloppy, IconListNumbers } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { Assessment } from '../../../../api/contract/assessments.ts';
import type { Solution } from '../../../../api/contract/solutions.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { messageOf } from '../../shared/api/api-client.ts';
import { formatMinutes } from '../../shared/dates/duration.ts';
import { preloadMarkdown } from '../../shared/markdown/lazy-markdown.tsx';
import { EmptyState } from '../../shared/pages/page-state.tsx';
import { showConfirm } from '../../shared/ui/dialogs.tsx';
import { Problem } from '../../shared/ui/notice.tsx';
import classes from './assessment.module.css';
import { useStart } from './queries.ts';

const questionWords = (count: number): string => (count === 1 ? 'One question' : `${count} questions`);

export function startWords({ type, questionCount, timeLimitMinutes }: Assessment): string {
  const limit = timeLimitMinutes === null ? null : formatMinutes(timeLimitMinutes);
  if (type === 'project') {
    const time = limit === null ? TEXTS.assessing.noTimeLimit : TEXTS.assessing.clockDoesNotStop(limit);
    return `Start this project? ${time}`;
  }
  const time = limit === null ? TEXTS.assessing.noTimeLimit : TEXTS.assessing.clockKeepsRunning(limit);
  return `Start this quiz? ${questionWords(questionCount)}. ${time}`;
}

export function Start({
  assessment,
  applicationId,
  onStarted,
}: {
  assessment: Assessment;
  applicationId: string;
  onStarted: (started: Solution) => void;
}) {
  const { mutate, isPending, error } = useStart(applicationId, assessment._id);
  return (
    <StartView
      assessment={assessment}
      isStarting={isPending}
      error={error}
      onStart={() => mutate(undefined, { onSuccess: onStarted })}
    />
  );
}

export function StartView({
  assessment,
  isStarting = false,
  error = null,
  onStart,
}: {
  assessment: Assessment;
  isStarting?: boolean;
  error?: Error | null;
  onStart: () => void;
}) {
  const { type, questionCount, timeLimitMinutes } = assessment;
  useEffect(preloadMarkdown, []);
  const isQuiz = type === 'quiz';
  if (isQuiz && questionCount === 0) {
    return <EmptyState title="This quiz has no questions yet">{TEXTS.assessing.checkBackLater}</EmptyState>;
  }
  const ask = async () => {
    if (await showConfirm(startWords(assessment), { confirmLabel: 'Start' })) onStart();
  };
  return (
    <section className={classes.part} aria-labelledby="before">
      <Title order={2} size="h3" id="before">
        Before you start
      </Title>
      <ul className={classes.facts}>
        {isQuiz && (
          <li>
            <IconListNumbers size={20} stroke={1.75} aria-hidden />
            {questionWords(questionCount)}, one at a time; you can go back and forth
          </li>
        )}
        <li>
          <IconClock size={20} stroke={1.75} aria-hidden />
          <span>
            {timeLimitMinutes === null ? (
              'No time limit'
            ) : (
              <>
                <strong>{formatMinutes(timeLimitMinutes)}</strong>, and the clock does not stop once you start
              </>
            )}
          </span>
        </li>
        <li>
          <IconDeviceFloppy size={20} stroke={1.75} aria-hidden />
          {isQuiz
            ? 'Your answers are saved as you go, so you can continue after a reload or on another device'
            : 'You submit one file under 2 MB; put several files in one .zip'}
        </li>
      </ul>
      {error && <Problem error={messageOf(error)} />}
      <Button loading={isStarting} onClick={() => void ask()}>
        {isQuiz ? 'Start the quiz' : 'Start the project'}
      </Button>
    </section>
  );
}
