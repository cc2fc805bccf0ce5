import { Button, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from 'react-router';
import type { Application } from '../../../../api/contract/applications.ts';
import type { Batch } from '../../../../api/contract/batches.ts';
import { isLocked } from '../../../../domain/application/statuses.ts';
import { isStaff } from '../../../../domain/policy.ts';
import { formatDay } from '../../shared/dates.tsx';
import { NoSchool } from '../../shared/no-school.tsx';
import { useOrganization } from '../../shared/organization.ts';
import { EmptyState, ErrorState, usePageTitle } from '../../shared/page-state.tsx';
import { useActor } from '../../shared/session.ts';
import { Bone, Loading, PageSkeleton } from '../../shared/skeleton.tsx';
import { StatusChip } from '../../shared/status-chip.tsx';
import { useVisit } from '../../shared/use-visit.ts';
import { STATUS_WORDS } from '../application/status-words.ts';
import { batchQuery, myApplicationsQuery, myBatchesQuery } from '../enroll/queries.ts';
import classes from './home.module.css';

interface Enrollment {
  readonly application: Application;
  readonly batch: Batch | undefined;
}

/** Past: nothing more will happen in it, or its program has started. */
const isPast = ({ application, batch }: Enrollment): boolean =>
  isLocked(application.status) || application.status === 'CONTRACT DECLINED' || batch?.status === 'Complete';

function EnrollmentCard({ application, batch }: Enrollment) {
  const other = useQuery({ ...batchQuery(application.batchId), enabled: batch === undefined });
  const words = STATUS_WORDS[application.status];
  return (
    <li className={classes.card}>
      <Link to={`/application/${application._id}`} className={classes.title}>
        {(batch ?? other.data)?.name ?? 'Your enrollment'}
      </Link>
      <StatusChip status={application.status} />
      <p>
        {words.banner} {words.next}
      </p>
      <span className={classes.meta}>
        Applied on {formatDay(application.createdAt)}
        {application.trackingNumber !== null && ` · Reference ${application.trackingNumber}`}
      </span>
    </li>
  );
}

function EnrollmentList({ title, enrollments }: { title: string; enrollments: readonly Enrollment[] }) {
  if (enrollments.length === 0) return null;
  return (
    <section>
      <Title order={2} size="h3">
        {title}
      </Title>
      <ul className={classes.list}>
        {enrollments.map((enrollment) => (
          <EnrollmentCard key={enrollment.application._id} {...enrollment} />
        ))}
      </ul>
    </section>
  );
}

function Enrollments({ enrollments }: { enrollments: readonly Enrollment[] }) {
  const isForStaff = isStaff(useActor());
  if (enrollments.length === 0) {
    return isForStaff ? (
      <EmptyState
        title="Your work is on the dashboard"
        action={
          <Button component={Link} to="/admin/dashboard">
            Dashboard
          </Button>
        }
      >
        You have no enrollment of your own here.
      </EmptyState>
    ) : (
      <EmptyState
        title="You have not applied yet"
        action={
          <Button component={Link} to="/enroll">
            See the programs
          </Button>
        }
      >
        Once you have, you can follow your application here.
      </EmptyState>
    );
  }
  return (
    <>
      <EnrollmentList title="Ongoing enrollments" enrollments={enrollments.filter((one) => !isPast(one))} />
      <EnrollmentList title="Past enrollments" enrollments={enrollments.filter(isPast)} />
    </>
  );
}

function Welcome() {
  const organization = useOrganization();
  const applications = useQuery(myApplicationsQuery);
  const batches = useQuery(myBatchesQuery);
  usePageTitle('Your enrollments');
  return (
    <div className={classes.page}>
      <Title order={1}>Welcome{organization.data ? ` to ${organization.data.name}` : ''}</Title>
      {applications.isError ? (
        <ErrorState
          order={2}
          title="Your enrollments could not be loaded"
          error={applications.error}
          onRetry={() => void applications.refetch()}
        />
      ) : applications.isPending || batches.isPending ? (
        <Loading label="Loading your enrollments">
          <Bone width="40%" height="1.75rem" />
          <Bone height="8.5rem" />
        </Loading>
      ) : (
        <Enrollments
          enrollments={applications.data.map((application) => ({
            application,
            batch: batches.data?.find(({ _id }) => _id === application.batchId),
          }))}
        />
      )}
    </div>
  );
}

/** /: a person's enrollments; whoever is signed out is led to the programs (spec §2). */
export function HomePage() {
  const { isPending, failure, user, organization } = useVisit();
  if (isPending) return <PageSkeleton />;
  if (failure) return <ErrorState error={failure.error} onRetry={failure.retry} />;
  if (user) return <Welcome />;
  return organization ? <Navigate to="/enroll" replace /> : <NoSchool />;
}
