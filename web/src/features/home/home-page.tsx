import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { useAdoptedSchool } from '../../shared/organization/adopt-school.ts';
import { useOrganization } from '../../shared/organization/organization.ts';
import { NoSchool } from '../../shared/pages/no-school.tsx';
import { ErrorState, usePageTitle } from '../../shared/pages/page-state.tsx';
import { useVisit } from '../../shared/session/use-visit.ts';
import { Bone, Loading, PageSkeleton } from '../../shared/ui/skeleton.tsx';
import { myApplicationsQuery, myBatchesQuery } from '../enroll/queries.ts';
import { type Enrollment, EnrollmentCard, isPast } from './enrollment-card.tsx';
import classes from './home.module.css';
import { NoEnrollments } from './no-enrollments.tsx';

function EnrollmentList({ title, enrollments }: { title: string; enrollments: readonly Enrollment[] }) {
  if (enrollments.length === 0) return null;
  return (
    <section aria-label={title}>
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
  if (enrollments.length === 0) return <NoEnrollments />;
  return (
    <>
      <EnrollmentList title="Ongoing enrollments" enrollments={enrollments.filter((one) => !isPast(one))} />
      <EnrollmentList title="Past enrollments" enrollments={enrollments.filter(isPast)} />
    </>
  );
}

function EnrollmentsSkeleton() {
  return (
    <Loading label="Loading your enrollments">
      <Bone width="40%" height="1.75rem" />
      <Bone height="12rem" />
    </Loading>
  );
}

function onlySchoolOf(applications: readonly ApplicationView[]): string | undefined {
  const [school, ...others] = new Set(applications.map(({ organizationId }) => organizationId));
  return others.length === 0 ? school : undefined;
}

function Welcome() {
  const organization = useOrganization();
  const applications = useQuery(myApplicationsQuery);
  const batches = useQuery(myBatchesQuery);
  useAdoptedSchool(onlySchoolOf(applications.data ?? []));
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
        <EnrollmentsSkeleton />
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

export function HomePage() {
  const { isPending, failure, user, organization } = useVisit();
  if (isPending) return <PageSkeleton />;
  if (failure) return <ErrorState error={failure.error} onRetry={failure.retry} />;
  if (user) return <Welcome />;
  return organization ? <Navigate to={pagePath('enroll')} replace /> : <NoSchool />;
}
