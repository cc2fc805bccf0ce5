import { Button, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useParams } from 'react-router';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import { roleIn } from '../../../../domain/access/policy.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { isNotFound, RequestFailed } from '../../shared/api/api-client.ts';
import { applicationQuery } from '../../shared/application/application-query.ts';
import { useLiveQueries } from '../../shared/live/live-changes.ts';
import { useSchoolOfPage } from '../../shared/organization/school-of-page.ts';
import { ErrorState, usePageTitle } from '../../shared/pages/page-state.tsx';
import { loginLink } from '../../shared/session/login-link.ts';
import { useActor, useUser } from '../../shared/session/session.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { Bone, Loading } from '../../shared/ui/skeleton.tsx';
import { Unbroken } from '../../shared/ui/unbroken.tsx';
import { batchQuery } from '../enroll/queries.ts';
import { Assessing } from './assessing.tsx';
import classes from './assessment.module.css';
import { isOwnApplication, whyNotTaken } from './may-take.ts';
import { assessmentQuery, attemptsQuery, currentOf } from './queries.ts';

/** The same text for signed-out visitors, an absent assessment and another person's. */
function NotHere({ text, isSignedIn, hasEnded = false }: { text: string; isSignedIn: boolean; hasEnded?: boolean }) {
  const { pathname, search } = useLocation();
  usePageTitle('Assessment');
  return (
    <section className={classes.head}>
      <Title order={1}>{isSignedIn ? 'Page not found' : 'Your assessment'}</Title>
      <Notice meaning="attention">{text}</Notice>
      {hasEnded && <p className={classes.quiet}>{TEXTS.assessing.keptUntilLogin}</p>}
      {isSignedIn ? (
        <Button component={Link} to={pagePath('home')}>
          Go to the home page
        </Button>
      ) : (
        <Button component={Link} to={loginLink(pathname + search)}>
          Log in
        </Button>
      )}
    </section>
  );
}

function Skeleton() {
  return (
    <Loading label="Loading the assessment">
      <Bone width="40%" height="1.25rem" />
      <Bone width="70%" height="2.5rem" />
      <Bone width="90%" />
      <Bone height="12rem" />
    </Loading>
  );
}

function Loaded({ application, assessmentId }: { application: ApplicationView; assessmentId: string }) {
  const actor = useActor();
  const { _id: applicationId, organizationId, batchId } = application;
  const batch = useQuery(batchQuery(batchId));
  const solutions = useQuery(attemptsQuery(applicationId, assessmentId));
  const current = currentOf(solutions.data ?? [], assessmentId);
  const isStaff = roleIn(actor, organizationId) !== null;
  const assessment = useQuery({
    ...assessmentQuery(assessmentId, applicationId, current, isStaff),
    enabled: solutions.isSuccess,
    placeholderData: (previous) => previous,
  });
  usePageTitle(assessment.data?.name);

  const failed = [assessment, solutions, batch].find(({ isError, data }) => isError && data === undefined);
  if (failed) {
    const text = TEXTS.assessments.fetchFailed;
    if (isNotFound(failed.error)) return <NotHere text={text} isSignedIn />;
    return <ErrorState title={text} error={failed.error} onRetry={() => void failed.refetch()} />;
  }
  if (!batch.data || !solutions.data || !assessment.data) return <Skeleton />;
  return (
    <article className={classes.page}>
      <header className={classes.head}>
        <Button
          component={Link}
          to={pagePath('application', { applicationId })}
          variant="subtle"
          size="compact-md"
          ml="-0.5rem"
          leftSection={<IconArrowLeft size={18} aria-hidden />}
        >
          Close
        </Button>
        <Title order={1} dir="auto">
          <Unbroken text={assessment.data.name} />
        </Title>
        <p className={classes.quiet}>{batch.data.name}</p>
      </header>
      <Assessing
        application={application}
        assessment={assessment.data}
        attempts={solutions.data.filter((solution) => solution.assessmentId === assessmentId)}
        isOwn={isOwnApplication(application, actor)}
        whyNot={whyNotTaken(actor, application, batch.data)}
      />
    </article>
  );
}

export function AssessmentPage() {
  const { applicationId = '', assessmentId = '' } = useParams();
  const user = useUser();
  const application = useQuery(applicationQuery(applicationId));
  useLiveQueries(Boolean(user.data));
  useSchoolOfPage(application.data?.organizationId);
  if (application.error && !application.data) {
    const { error } = application;
    const text = TEXTS.assessments.fetchApplicationFailed;
    const isRefused = error instanceof RequestFailed && [401, 403, 404].includes(error.status);
    if (isRefused && !user.isPending) return <NotHere text={text} isSignedIn={Boolean(user.data)} />;
    if (!isRefused) return <ErrorState title={text} error={error} onRetry={() => void application.refetch()} />;
  }
  if (user.data === null) {
    const { fetchApplicationFailed } = TEXTS.assessments;
    return <NotHere text={fetchApplicationFailed} isSignedIn={false} hasEnded={application.data !== undefined} />;
  }
  if (!application.data || user.isPending) return <Skeleton />;
  return <Loaded key={`${applicationId} ${assessmentId}`} application={application.data} assessmentId={assessmentId} />;
}
