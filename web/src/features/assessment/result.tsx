import { Button, Title } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Assessment } from '../../../../api/contract/assessments.ts';
import type { Solution } from '../../../../api/contract/solutions.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { messageOf } from '../../shared/api/api-client.ts';
import { AnswerList } from '../../shared/application/answer-list.tsx';
import { formatScore } from '../../shared/application/score.ts';
import { Moment } from '../../shared/dates/dates.tsx';
import { drafts } from '../../shared/drafts/drafts.ts';
import { useActor } from '../../shared/session/session.ts';
import { showAlert, showConfirm } from '../../shared/ui/dialogs.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import classes from './assessment.module.css';
import { fromWords } from './choices.ts';
import { DownloadButton } from './download-button.tsx';
import { useRetake } from './queries.ts';
import { answersDraft } from './use-answers.ts';

function useLostAnswers(solution: Solution): boolean {
  const { id } = useActor();
  const name = answersDraft(solution._id);
  const [isLost, setIsLost] = useState(false);
  const isLeftOver = useRef(() => fromWords(drafts.of(id).read(name), solution) !== null);
  useEffect(() => {
    if (isLeftOver.current()) setIsLost(true);
    drafts.of(id).remove(name);
  }, [id, name]);
  return isLost;
}

const endedByTime = ({ type, dueAt, submittedAt }: Solution): boolean =>
  type === 'quiz' && dueAt !== null && submittedAt !== null && submittedAt >= dueAt;

const TITLES: Readonly<Record<Assessment['type'], string>> = {
  quiz: 'Submitted',
  project: 'Submitted',
  external: 'Completed',
};

function Retake({ solution, type }: { solution: Solution; type: Assessment['type'] }) {
  const retake = useRetake(solution);
  const ask = async () => {
    const words = type === 'external' ? TEXTS.assessing.confirmRetakeExternal : TEXTS.assessing.confirmRetake;
    if (!(await showConfirm(words, { confirmLabel: 'Retake' }))) return;
    try {
      await retake.mutateAsync();
    } catch (error) {
      await showAlert(messageOf(error));
    }
  };
  return (
    <Button variant="default" loading={retake.isPending} onClick={() => void ask()}>
      Retake
    </Button>
  );
}

export function Result({
  assessment,
  solution,
  isOwn,
  mayRetake,
}: {
  assessment: Assessment;
  solution: Solution;
  isOwn: boolean;
  mayRetake: boolean;
}) {
  const isLost = useLostAnswers(solution);
  const { applicationId, type } = solution;
  return (
    <ResultView assessment={assessment} solution={solution} isOwn={isOwn} isLost={isLost}>
      <Button component={Link} to={pagePath('application', { applicationId })}>
        Back to your application
      </Button>
      {mayRetake && <Retake solution={solution} type={type} />}
    </ResultView>
  );
}

export function ResultView({
  assessment,
  solution,
  isOwn,
  isLost = false,
  children,
}: {
  assessment: Assessment;
  solution: Solution;
  isOwn: boolean;
  /** Some answers arrived after the end. */
  isLost?: boolean;
  /** What the applicant can do next. */
  children: ReactNode;
}) {
  const { type, score, submission, submittedAt, isLate, externalDetailsUrl } = solution;
  return (
    <section className={classes.part} aria-labelledby="result">
      <Title order={2} size="h3" id="result">
        {TITLES[type]}
      </Title>
      {score !== null && (
        <p className={classes.score}>
          {formatScore(score)}%<span className={classes.quiet}>correct</span>
        </p>
      )}
      {submittedAt && (
        <p>
          {endedByTime(solution)
            ? 'Submitted automatically when time was up, on '
            : type === 'external'
              ? 'Received on '
              : 'Submitted on '}
          <Moment at={submittedAt} />
          {isLate && ', after the time limit'}.
        </p>
      )}
      {isLost && isOwn && (
        <Notice meaning="attention" role="status">
          {TEXTS.assessing.someTooLate}
        </Notice>
      )}
      {submission && <DownloadButton file={submission} />}
      {externalDetailsUrl && (
        <Button
          component="a"
          href={externalDetailsUrl}
          target="_blank"
          rel="noopener noreferrer nofollow"
          variant="default"
          rightSection={<IconExternalLink size={18} aria-hidden />}
        >
          See the details
        </Button>
      )}
      {isOwn && <p>{TEXTS.assessing.thanks}</p>}
      <AnswerList solution={solution} questions={assessment.questions ?? []} isOwn={isOwn} />
      {isOwn && <div className={classes.buttons}>{children}</div>}
    </section>
  );
}

export function EarlierAttempts({ attempts }: { attempts: readonly Solution[] }) {
  if (attempts.length === 0) return null;
  return (
    <section className={classes.part} aria-labelledby="earlier">
      <Title order={2} size="h4" id="earlier">
        Earlier attempts
      </Title>
      <ul className={classes.facts}>
        {attempts.toReversed().map(({ _id, submittedAt, score }) => (
          <li key={_id} className={classes.quiet}>
            <span>
              {submittedAt && <Moment at={submittedAt} />}
              {score !== null && `: ${formatScore(score)}%`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
