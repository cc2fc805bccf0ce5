import { Title, VisuallyHidden } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'react-router';
import type { Batch } from '../../../../api/contract/batches.ts';
import type { Organization } from '../../../../api/contract/organizations.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { isNotFound, isTransient } from '../../shared/api/api-client.ts';
import card from '../../shared/application/batch-card.module.css';
import { afterPaint } from '../../shared/browser/after-paint.ts';
import { useIsHydrated } from '../../shared/browser/hydrated.ts';
import { useOrganization } from '../../shared/organization/organization.ts';
import { useSchoolIfNone, useSchoolOfPage } from '../../shared/organization/school-of-page.ts';
import { SchoolText } from '../../shared/organization/school-text.tsx';
import { NoSchool } from '../../shared/pages/no-school.tsx';
import { EmptyState, ErrorState, NotFound, usePageTitle } from '../../shared/pages/page-state.tsx';
import { useUser } from '../../shared/session/session.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { Bone, Loading } from '../../shared/ui/skeleton.tsx';
import { ChoosableBatch } from './choosable-batch.tsx';
import classes from './enroll.module.css';
import { FormSkeleton } from './form-skeleton.tsx';
import { appliedTo, batchQuery, myApplicationsQuery, openBatchesQuery, organizationByName } from './queries.ts';
import { visit } from './tracking.ts';
import { useScrollToForm } from './use-scroll-to-form.ts';
import { useSubmitted } from './use-submitted.ts';

const loadForm = () => import('./apply-form.tsx').then((m) => ({ default: m.ApplyForm }));
const ApplyForm = lazy(loadForm);

const CARDS = (
  <>
    <Bone height="15.5rem" />
    <Bone height="15.5rem" />
  </>
);

function EnrollSkeleton() {
  return (
    <>
      <VisuallyHidden>
        <h1>Programs</h1>
      </VisuallyHidden>
      <Loading label="Loading the school">
        <Bone width="75%" height="2.5rem" />
        <Bone width="90%" height="1.75rem" />
        <Bone width="60%" height="1.75rem" />
        {CARDS}
      </Loading>
    </>
  );
}

function Intro({ organization }: { organization: Organization }) {
  return (
    <div className={classes.intro}>
      <Title order={1}>{TEXTS.enroll.pageTitle(organization.name)}</Title>
      {organization.description && <p>{organization.description}</p>}
    </div>
  );
}

function ClosedMeanwhile() {
  return (
    <div className={classes.closed}>
      <Notice meaning="attention" role="status">
        {TEXTS.enroll.notAccepting} {TEXTS.enrolling.justClosed}
      </Notice>
    </div>
  );
}

const isNamed = (batch: Batch, name: string | undefined) =>
  name !== undefined && (batch._id === name || batch.slug === name);

/** A program that closes while a visitor fills in its form stays on the page, so that nothing typed is lost. */
function useKept(open: Batch | undefined, named: string | undefined): Batch | undefined {
  const [kept, keep] = useState(open);
  if (open && open !== kept) keep(open);
  return open ?? (kept && isNamed(kept, named) ? kept : undefined);
}

/** The program that was chosen on this page before the current one. */
function useChosenBefore(chosen: Batch | undefined): string | null {
  const [last, setLast] = useState<{ chosen: string; before: string | null } | null>(null);
  if (chosen && chosen._id !== last?.chosen) setLast({ chosen: chosen._id, before: last?.chosen ?? null });
  return last?.before ?? null;
}

/** Leads to the school of a program that a link names, whatever school was chosen before. True until that is known. */
function useSchoolOfLink(batchId: string | null, organization: Organization): boolean {
  const batch = useQuery({ ...batchQuery(batchId ?? ''), enabled: batchId !== null });
  const client = useQueryClient();
  const named = batch.data?.organizationId;
  useSchoolOfPage(named);
  const isElsewhere = named !== undefined && named !== organization._id;
  useEffect(() => {
    if (isElsewhere) void client.resetQueries({ queryKey: openBatchesQuery(null).queryKey });
  }, [client, isElsewhere]);
  return batch.isLoading || isElsewhere;
}

function Programs({ organization, batches }: { organization: Organization; batches: readonly Batch[] }) {
  const { organization: school, batch: inPath } = useParams();
  const { pathname } = useLocation();
  const [parameters, setParameters] = useSearchParams();
  const { data: user, isPending: isUserPending } = useUser();
  const mine = useQuery({ ...myApplicationsQuery, enabled: Boolean(user) });
  const isAppliedKnown = !isUserPending && (!user || !mine.isPending);
  const form = useRef<HTMLElement>(null);
  const named = parameters.get('batchId') ?? inPath;
  const open = batches.find((batch) => isNamed(batch, named));
  const isElsewhere = useSchoolOfLink(open || school ? null : parameters.get('batchId'), organization);
  const chosen = useKept(open, named);
  const chosenBefore = useChosenBefore(chosen);
  const isHydrated = useIsHydrated();
  const { submitted, remember, forget } = useSubmitted(chosen);
  const [standing, setStanding] = useState<string>();
  const isFormShown = chosen && !submitted && !appliedTo(mine.data, chosen._id);
  const goToForm = useScrollToForm(form, isFormShown ? chosen._id : undefined, standing === chosen?._id);

  const isAwaited = named !== undefined;
  useEffect(() => {
    const timer = setTimeout(() => void loadForm().catch(() => undefined), isAwaited ? 0 : 1_000);
    return () => clearTimeout(timer);
  }, [isAwaited]);

  const choose = (batch: Batch) => {
    goToForm();
    afterPaint(() =>
      setParameters(
        (previous) => {
          const next = new URLSearchParams(previous);
          next.set('batchId', batch._id);
          return next;
        },
        { preventScrollReset: true, replace: batch === chosen },
      ),
    );
  };
  const applyForm = chosen && (
    <Suspense fallback={<FormSkeleton />}>
      {isHydrated ? (
        <ApplyForm
          key={chosen._id}
          batch={chosen}
          chosenBefore={chosenBefore}
          submitted={submitted}
          onFormShown={setStanding}
          onSubmitted={remember}
        />
      ) : (
        <FormSkeleton />
      )}
    </Suspense>
  );
  if (submitted) {
    return (
      <>
        {applyForm}
        <p className={classes.others}>
          <Link to={school ? pagePath('applyTo', { organization: school }) : pathname}>See other programs</Link>
          {!user && (
            <button type="button" className={card.more} onClick={forget}>
              Apply for another person
            </button>
          )}
        </p>
      </>
    );
  }
  return (
    <>
      <Intro organization={organization} />
      {named && !chosen && !isElsewhere && (
        <div className={classes.closed}>
          <Notice meaning="attention">{TEXTS.enroll.notAccepting}</Notice>
        </div>
      )}
      {batches.length === 0 ? (
        <EmptyState title={TEXTS.enroll.noOpenBatches}>{TEXTS.enrolling.noPrograms}</EmptyState>
      ) : (
        <ul className={classes.cards}>
          {batches.map((batch) => (
            <ChoosableBatch
              key={batch._id}
              batch={batch}
              application={appliedTo(mine.data, batch._id)}
              isChosen={batch === open}
              isOtherChosen={Boolean(isFormShown) && batch !== chosen}
              onChoose={() => choose(batch)}
            />
          ))}
        </ul>
      )}
      {isFormShown && (
        <section ref={form} tabIndex={-1} className={classes.form} aria-label={`Application for ${chosen.name}`}>
          {!open && <ClosedMeanwhile />}
          {isAppliedKnown ? applyForm : <FormSkeleton />}
        </section>
      )}
      {(!isFormShown || standing === chosen._id) && (
        <SchoolText name="contactText" organizationId={organization._id} className={classes.contact} />
      )}
    </>
  );
}

function ProgramsOf({ organization, isCurrent }: { organization: Organization; isCurrent: boolean }) {
  const batches = useQuery(openBatchesQuery(isCurrent ? null : organization._id));
  usePageTitle(TEXTS.enroll.pageTitle(organization.name));
  useEffect(() => void visit.of(organization._id), [organization._id]);
  if (batches.isPending) {
    return (
      <>
        <Intro organization={organization} />
        <Loading label="Loading programs">{CARDS}</Loading>
      </>
    );
  }
  if (batches.data) return <Programs organization={organization} batches={batches.data} />;
  return (
    <ErrorState title="The programs could not be loaded" error={batches.error} onRetry={() => void batches.refetch()} />
  );
}

function NamedOrganization({ name }: { name: string }) {
  const organization = useQuery(organizationByName(name));
  useSchoolOfPage(organization.data?._id);
  if (organization.isPending) return <EnrollSkeleton />;
  if (organization.data) return <ProgramsOf organization={organization.data} isCurrent={false} />;
  if (isNotFound(organization.error)) return <NotFound />;
  return <SchoolNotLoaded error={organization.error} onRetry={() => void organization.refetch()} />;
}

function SchoolNotLoaded(failure: { error: unknown; onRetry: () => void }) {
  usePageTitle('Programs');
  return <ErrorState title="This school could not be loaded" {...failure} />;
}

function SchoolOfBatch({ batchId }: { batchId: string }) {
  const batch = useQuery(batchQuery(batchId));
  useSchoolIfNone(batch.data?.organizationId);
  if (isTransient(batch.error)) return <SchoolNotLoaded error={batch.error} onRetry={() => void batch.refetch()} />;
  return batch.isError ? <NoSchool /> : <EnrollSkeleton />;
}

function CurrentOrganization() {
  const organization = useOrganization();
  const [parameters] = useSearchParams();
  const batchId = parameters.get('batchId');
  if (organization.isPending) return <EnrollSkeleton />;
  if (organization.data) return <ProgramsOf organization={organization.data} isCurrent />;
  if (isTransient(organization.error)) {
    return <SchoolNotLoaded error={organization.error} onRetry={() => void organization.refetch()} />;
  }
  return batchId ? <SchoolOfBatch key={batchId} batchId={batchId} /> : <NoSchool />;
}

export function EnrollPage() {
  const { organization } = useParams();
  return organization ? <NamedOrganization key={organization} name={organization} /> : <CurrentOrganization />;
}
