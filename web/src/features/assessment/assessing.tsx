import { useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import type { Assessment } from '../../../../api/contract/assessments.ts';
import type { Solution } from '../../../../api/contract/solutions.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { trackProjectSubmitted, trackQuizPassed } from '../../shared/analytics/analytics.ts';
import { AnswerList } from '../../shared/application/answer-list.tsx';
import { useIsHydrated } from '../../shared/browser/hydrated.ts';
import { lazily } from '../../shared/browser/lazily.tsx';
import { Moment } from '../../shared/dates/dates.tsx';
import { LazyMarkdown } from '../../shared/markdown/lazy-markdown.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { Bone, Loading } from '../../shared/ui/skeleton.tsx';
import { noteActivity } from '../application/queries.ts';
import { External } from './external.tsx';
import { Instructions } from './instructions.tsx';
import { refreshApplication, refreshSolutions } from './queries.ts';
import { Quiz } from './quiz.tsx';
import { EarlierAttempts, Result } from './result.tsx';
import { Start } from './start.tsx';
import { useFocusOnChange } from './use-focus-on-change.ts';

/** Loaded separately with the upload code, because most visitors read the instructions first. */
const Project = lazily(() => import('./project.tsx').then((m) => m.Project));

function Looking({
  assessment,
  current,
  isOwn,
}: {
  assessment: Assessment;
  current: Solution | undefined;
  isOwn: boolean;
}) {
  if (!current) return <Notice>{TEXTS.assessing.notStarted}</Notice>;
  return (
    <>
      <Notice meaning="attention">
        <span>
          Started on <Moment at={current.startedAt} />, and not submitted yet.
        </span>
      </Notice>
      <AnswerList solution={current} questions={assessment.questions ?? []} isOwn={isOwn} />
    </>
  );
}

export function Assessing({
  application,
  assessment,
  attempts,
  isOwn,
  whyNot,
}: {
  application: ApplicationView;
  assessment: Assessment;
  /** Oldest first. The last one counts unless it is retaken. */
  attempts: readonly Solution[];
  isOwn: boolean;
  whyNot: string | null;
}) {
  const client = useQueryClient();
  const { _id: applicationId } = application;
  const { name, type } = assessment;
  const current = attempts.find(({ isRetaken }) => !isRetaken);
  const earlier = attempts.filter(({ isRetaken }) => isRetaken);
  const state = current === undefined ? 'open' : current.submittedAt === null ? 'running' : 'submitted';
  const body = useFocusOnChange<HTMLDivElement>(`${current?._id} ${state}`);

  const noteSubmitted = () => noteActivity(applicationId, 'SUBMITTED_ASSESSMENT', name);
  const handedIn = () => {
    noteSubmitted();
    trackProjectSubmitted();
    void refreshSolutions(client, applicationId);
    refreshApplication(client, applicationId);
  };
  const isHydrated = useIsHydrated();
  const shown = () => {
    if (state === 'submitted' && current) {
      return <Result assessment={assessment} solution={current} isOwn={isOwn} mayRetake={whyNot === null} />;
    }
    if (whyNot !== null) return <Looking assessment={assessment} current={current} isOwn={isOwn} />;
    if (type === 'external') return <External assessment={assessment} email={application.email} />;
    if (!current) {
      return (
        <Start
          assessment={assessment}
          applicationId={applicationId}
          onStarted={() => noteActivity(applicationId, 'STARTED_ASSESSMENT', name)}
        />
      );
    }
    if (type === 'project') {
      const waiting = (
        <Loading isTall>
          <Bone height="3rem" />
          <Bone height="8rem" />
        </Loading>
      );
      if (!isHydrated) return waiting;
      return (
        <Suspense fallback={waiting}>
          <Project key={current._id} solution={current} onSubmitted={handedIn} />
        </Suspense>
      );
    }
    return assessment.questions?.length === current.answers.length ? (
      <Quiz
        key={current._id}
        solution={current}
        questions={assessment.questions}
        onSubmitted={({ score }) => {
          noteSubmitted();
          if (score !== null) trackQuizPassed(score);
        }}
      />
    ) : (
      <Loading label="Loading the questions">
        <Bone height="3rem" />
        <Bone height="16rem" />
      </Loading>
    );
  };
  return (
    <>
      {whyNot && <Notice>{whyNot}</Notice>}
      {state === 'open' && assessment.description && <LazyMarkdown>{assessment.description}</LazyMarkdown>}
      {type === 'project' && <Instructions assessment={assessment} />}
      <div ref={body} tabIndex={-1} style={{ outline: 'none', display: 'grid', gap: '1.5rem' }}>
        {shown()}
      </div>
      <EarlierAttempts attempts={earlier} />
    </>
  );
}
