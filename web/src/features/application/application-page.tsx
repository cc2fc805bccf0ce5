import { Button, Title, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useId } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import type { Batch } from '../../../../api/contract/batches.ts';
import { can } from '../../../../domain/access/policy.ts';
import { fullName } from '../../../../domain/application/applicant-name.ts';
import { hasStarted } from '../../../../domain/batch/status.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { isLimited, isNotFound, isTransient, RequestFailed } from '../../shared/api/api-client.ts';
import { useApplicationParts } from '../../shared/application/application-parts.ts';
import { applicationQuery } from '../../shared/application/application-query.ts';
import { appliedAt } from '../../shared/application/applied-at.ts';
import { nextStepOf, visibleSteps } from '../../shared/application/next-step.ts';
import { type Process, processQuery } from '../../shared/application/process.ts';
import { StatusChip } from '../../shared/application/status-chip.tsx';
import { bannerOf, CORRECTED, STATUS_WORDS } from '../../shared/application/status-words.ts';
import { useAsOf } from '../../shared/as-of/use-as-of.ts';
import { useIsHydrated } from '../../shared/browser/hydrated.ts';
import { scrollToStart } from '../../shared/browser/motion.ts';
import { Day } from '../../shared/dates/dates.tsx';
import { useLiveQueries } from '../../shared/live/live-changes.ts';
import { plainText } from '../../shared/markdown/plain-text.ts';
import { useSchoolOfPage } from '../../shared/organization/school-of-page.ts';
import { SchoolText } from '../../shared/organization/school-text.tsx';
import { useBackToDashboard } from '../../shared/pages/dashboard-place.ts';
import { ErrorState, usePageTitle } from '../../shared/pages/page-state.tsx';
import { loginLink } from '../../shared/session/login-link.ts';
import { useActor, useUser } from '../../shared/session/session.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { Bone, Loading, PageSkeleton } from '../../shared/ui/skeleton.tsx';
import { Unbroken } from '../../shared/ui/unbroken.tsx';
import { batchQuery } from '../enroll/queries.ts';
import classes from './application.module.css';
import { ApplicationWalk } from './application-walk.tsx';
import { AssessmentList } from './assessment-list.tsx';
import { Journey } from './journey.tsx';
import { whyReadOnly } from './may-change.ts';
import { noteActivity } from './queries.ts';
import { Steps } from './steps.tsx';
import { useOpenSteps } from './use-open-steps.ts';
import { Corrections, correctionsDone, WHAT_YOU_SENT, WhatYouSent } from './what-you-sent.tsx';

const ERASED = '[erased]';

function ContactDetails({ application, isOwn }: { application: ApplicationView; isOwn: boolean }) {
  const shown = (value: string | null | undefined) => (application.isErased ? ERASED : value || '—');
  return (
    <section aria-labelledby="details">
      <Title order={2} size="h3" id="details">
        {isOwn ? 'Your details' : 'Contact details'}
      </Title>
      <dl className={classes.details}>
        <dt>Name</dt>
        <dd>{shown(fullName(application))}</dd>
        <dt>Email</dt>
        <dd>{shown(application.email)}</dd>
        <dt>Phone</dt>
        <dd>{shown(application.phoneNumber)}</dd>
        <dt>Reference</dt>
        <dd className={classes.number}>{application.trackingNumber ?? '—'}</dd>
        <dt>Applied on</dt>
        <dd>
          <Day at={appliedAt(application)} />
        </dd>
      </dl>
    </section>
  );
}

function ProgramTests({
  batch,
  steps,
  ...about
}: {
  application: ApplicationView;
  batch: Batch;
  steps: ReturnType<typeof visibleSteps>;
  isOwn: boolean;
  isReadOnly: boolean;
}) {
  const inSteps = new Set(steps.flatMap(({ step }) => step.assessmentIds ?? []));
  const ids = batch.assessmentIds.filter((id) => !inSteps.has(id));
  if (ids.length === 0) return null;
  return (
    <section aria-labelledby="tests">
      <Title order={2} size="h3" id="tests">
        Assessments in this program
      </Title>
      <AssessmentList {...about} ids={ids} />
    </section>
  );
}

const calledOf = (application: ApplicationView): string =>
  application.isErased ? ERASED : fullName(application) || (application.email ?? '');

function StaffHead({ application, batch }: { application: ApplicationView; batch: Batch }) {
  const back = useBackToDashboard();
  const titleId = useId();
  return (
    <header className={classes.head}>
      <div className={classes.place}>
        <Link {...back}>Back to the dashboard</Link>
        <ApplicationWalk applicationId={application._id} titleId={titleId} />
      </div>
      <Title order={1} dir="auto" id={titleId}>
        {calledOf(application)}
      </Title>
      <p className={classes.sub}>
        <Link to={pagePath('batch', { batchId: batch._id })}>{batch.name}</Link>
        {application.trackingNumber !== null && ` · Reference\u00a0${application.trackingNumber}`}
      </p>
    </header>
  );
}

interface Shown {
  readonly application: ApplicationView;
  readonly batch: Batch;
  readonly process: Process | undefined;
}

function Loaded(shown: Shown) {
  const actor = useActor();
  const { application, batch } = shown;
  const { _id: id, organizationId } = application;
  const isOwn = application.userId !== null && application.userId === actor.id;
  const canWork = can(actor, 'application.changeStatus', { organizationId });
  const isPast = useAsOf(organizationId) !== null;
  usePageTitle(isOwn ? `${batch.name}: your application` : `${fullName(application)}: ${batch.name}`);
  if (canWork) {
    return (
      <article className={`${classes.page} ${classes.staff}`}>
        <StaffHead application={application} batch={batch} />
        <AdminTools applicationId={id} />
        {!isPast && (
          <section className={`${classes.page} ${classes.theirs}`} aria-labelledby="theirs">
            <Title order={2} size="h3" id="theirs">
              The applicant’s page
            </Title>
            <Body {...shown} isOwn={isOwn} canWork />
          </section>
        )}
      </article>
    );
  }
  return (
    <article className={classes.page}>
      <header className={classes.head}>
        <Title order={1}>
          <Unbroken text={batch.name} />
        </Title>
        {!isOwn && (
          <p className={classes.sub}>
            Application of <strong>{calledOf(application)}</strong>, as the applicant sees it.
          </p>
        )}
        <StatusChip status={application.status} />
        {batch.description && <p className={`${classes.sub} ${classes.preview}`}>{plainText(batch.description)}</p>}
        <Link to={pagePath('batch', { batchId: batch._id })}>About this program</Link>
      </header>
      <Body {...shown} isOwn={isOwn} canWork={false} />
    </article>
  );
}

function goToCorrections(): void {
  const heading = document.getElementById(WHAT_YOU_SENT);
  scrollToStart(heading);
  heading?.focus({ preventScroll: true });
}

/** What the applicant sees below the head; staff may fill in their steps. */
function Body({ application, batch, process, isOwn, canWork }: Shown & { isOwn: boolean; canWork: boolean }) {
  const actor = useActor();
  const { _id: id, organizationId, status } = application;
  const readOnlyReason = whyReadOnly(actor, application, batch);
  const steps = process ? visibleSteps(process, application) : [];
  const isCorrecting = isOwn && !canWork && status === 'INCORRECT INFORMATION' && !readOnlyReason;
  const isCorrected = correctionsDone(application).length > 0;
  // What is wrong comes before what is missing.
  const next = readOnlyReason || isCorrecting ? null : process && nextStepOf(process, application);
  const titleOf = (index: number) => steps.find(({ state }) => state.index === index)?.step.title;
  const isNoted = isOwn && !readOnlyReason;
  const note: typeof noteActivity = (...entry) => {
    if (isNoted) noteActivity(...entry);
  };
  // Open at first, with what is optional in it: it may hold a draft.
  const active = readOnlyReason
    ? undefined
    : application.steps?.find(({ isActive, isVisible }) => isActive && isVisible);
  const openSteps = useOpenSteps(active?.index ?? null, (index) =>
    note(id, 'VIEW_APPLICATION_STEP', titleOf(index) ?? null),
  );
  useEffect(() => {
    if (isNoted) noteActivity(id, 'VIEW_APPLICATION');
  }, [id, isNoted]);
  return (
    <>
      <Notice meaning={isCorrected ? 'good' : STATUS_WORDS[status].meaning}>
        {isCorrected ? CORRECTED.banner : bannerOf(status, canWork)}
        {status === 'TRANSFERRED' && application.transferredTo && (
          <>
            {' '}
            <Link
              to={pagePath('application', { applicationId: application.transferredTo })}
              style={{ color: 'inherit' }}
            >
              {isOwn ? 'Open your new application' : 'Open the new application'}
            </Link>
          </>
        )}
      </Notice>
      <Journey
        application={application}
        isOwn={isOwn}
        hasStarted={hasStarted(batch.status)}
        next={next}
        onOpenNext={() => next && openSteps.goTo(next.state.index)}
        isCorrected={isCorrected}
        onCorrect={isCorrecting && !isCorrected ? goToCorrections : null}
      />
      {status === 'CONTRACT SENT' && <SchoolText name="contractText" organizationId={organizationId} />}
      {process ? (
        <>
          {isCorrecting && (
            <Corrections
              application={application}
              process={process}
              onSaved={() => note(id, 'SAVE_APPLICATION_STEP', 'What you sent')}
            />
          )}
          <Steps
            process={process}
            application={application}
            isOwn={isOwn}
            readOnlyReason={readOnlyReason}
            openSteps={openSteps}
            onDone={(step, deed) => note(id, deed, step.title)}
          />
          <ProgramTests
            application={application}
            batch={batch}
            steps={steps}
            isOwn={isOwn}
            isReadOnly={readOnlyReason !== null}
          />
          <ContactDetails application={application} isOwn={isOwn} />
          {!canWork && !isCorrecting && <WhatYouSent application={application} process={process} isOwn={isOwn} />}
          <SchoolText name="contactText" organizationId={organizationId} />
        </>
      ) : (
        <Loading label="Loading your steps">
          <Bone height="28rem" />
          <Bone height="5rem" />
        </Loading>
      )}
    </>
  );
}

function AdminTools({ applicationId }: { applicationId: string }) {
  const { Panel } = useApplicationParts();
  const waiting = (
    <Loading label="Loading the admin tools">
      <Bone height="20rem" />
    </Loading>
  );
  return (
    <section className={classes.admin} aria-label="Admin tools">
      <VisuallyHidden component="h2">Work on this application</VisuallyHidden>
      {useIsHydrated() ? (
        <Suspense fallback={waiting}>
          <Panel applicationId={applicationId} />
        </Suspense>
      ) : (
        waiting
      )}
    </section>
  );
}

/** The form restores the draft of the person whose session has ended. */
function LogInFirst({ hasEnded }: { hasEnded: boolean }) {
  const { pathname, search } = useLocation();
  usePageTitle('Application');
  return (
    <section className={classes.head}>
      <Title order={1}>Your application</Title>
      <Notice meaning="attention" role="alert">
        {hasEnded ? TEXTS.myApplication.sessionEnded : TEXTS.applications.loadFailed}
      </Notice>
      <Button component={Link} to={loginLink(pathname + search)}>
        Log in
      </Button>
      {!hasEnded && (
        <p className={classes.sub}>
          {TEXTS.myApplication.appliedWithoutAccount}{' '}
          <Link to={`${pagePath('loginLink')}?${new URLSearchParams({ next: pathname + search })}`}>
            {TEXTS.portal.emailLoginLink}
          </Link>
        </p>
      )}
    </section>
  );
}

/** The same text for an absent application and for another person's. */
function NotHere({ email }: { email: string }) {
  usePageTitle('Page not found');
  return (
    <section className={classes.head}>
      <Title order={1}>Page not found</Title>
      <Notice meaning="attention">{TEXTS.applications.loadFailed}</Notice>
      <p className={classes.sub}>
        You are logged in as <strong>{email}</strong>. The application may belong to another account.
      </p>
      <Button component={Link} to={pagePath('home')}>
        Go to the home page
      </Button>
    </section>
  );
}

export function ApplicationPage() {
  const { applicationId = '' } = useParams();
  const user = useUser();
  // The prefetch has already been refused for signed-out visitors: do not repeat it.
  const application = useQuery({ ...applicationQuery(applicationId), retryOnMount: user.data !== null });
  useLiveQueries(Boolean(user.data));
  useSchoolOfPage(application.data?.organizationId);
  const { batchId, organizationId = '' } = application.data ?? {};
  const batch = useQuery({ ...batchQuery(batchId ?? ''), enabled: batchId !== undefined });
  const process = useQuery({
    ...processQuery(batch.data?.processId ?? null, organizationId, application.data),
    enabled: batch.data !== undefined && application.data !== undefined,
    placeholderData: (previous) => previous,
  });
  // A failed refetch keeps the page, because the applicant may be typing.
  const failed = [application, batch, process].find(
    ({ isError, data, error }) => isError && !(data && (isTransient(error) || isLimited(error))),
  );
  if (failed) {
    const isSignedOut = !user.data && failed.error instanceof RequestFailed && [401, 404].includes(failed.error.status);
    if (isSignedOut) return user.isPending ? <PageSkeleton /> : <LogInFirst hasEnded={failed.data !== undefined} />;
    if (user.data && isNotFound(failed.error)) return <NotHere email={user.data.email} />;
    return (
      <ErrorState title={TEXTS.applications.loadFailed} error={failed.error} onRetry={() => void failed.refetch()} />
    );
  }
  if (!application.data || !batch.data || user.isPending) return <PageSkeleton />;
  return <Loaded key={applicationId} application={application.data} batch={batch.data} process={process.data} />;
}
