import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { pagePath } from '../../../../domain/values/pages.ts';
import { useOrganization } from '../../shared/organization/organization.ts';
import { onlySchoolOf, schoolsOf, useSchoolIfNone } from '../../shared/organization/school-of-page.ts';
import { NoSchool } from '../../shared/pages/no-school.tsx';
import { ErrorState, usePageTitle } from '../../shared/pages/page-state.tsx';
import { useVisit } from '../../shared/session/use-visit.ts';
import { Bone, Loading, PageSkeleton } from '../../shared/ui/skeleton.tsx';
import { myApplicationsQuery, myBatchesQuery } from '../enroll/queries.ts';
import { EnrollmentCard } from './enrollment-card.tsx';
import { type Enrollment, enrollmentsOf, isPast } from './enrollments.ts';
import classes from './home.module.css';
import { NoEnrollments } from './no-enrollments.tsx';

interface Listed {
  readonly enrollments: readonly Enrollment[];
  /** The cards name their schools. */
  readonly areSchoolsNamed: boolean;
}

function EnrollmentList({ title, enrollments, areSchoolsNamed }: Listed & { title: string }) {
  if (enrollments.length === 0) return null;
  return (
    <section aria-label={title}>
      <Title order={2} size="h3">
        {title}
      </Title>
      <ul className={classes.list}>
        {enrollments.map((enrollment) => (
          <EnrollmentCard key={enrollment.application._id} {...enrollment} isSchoolNamed={areSchoolsNamed} />
        ))}
      </ul>
    </section>
  );
}

function Enrollments({ enrollments, areSchoolsNamed }: Listed) {
  if (enrollments.length === 0) return <NoEnrollments />;
  return (
    <>
      <EnrollmentList
        title="Ongoing enrollments"
        enrollments={enrollments.filter((one) => !isPast(one))}
        areSchoolsNamed={areSchoolsNamed}
      />
      <EnrollmentList
        title="Past enrollments"
        enrollments={enrollments.filter(isPast)}
        areSchoolsNamed={areSchoolsNamed}
      />
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

function Welcome() {
  const organization = useOrganization();
  const applications = useQuery(myApplicationsQuery);
  const batches = useQuery(myBatchesQuery);
  useSchoolIfNone(onlySchoolOf(applications.data));
  // The header names one school, which the visitor saw last.
  const isOfHeader = schoolsOf(applications.data ?? []).every((school) => school === organization.data?._id);
  usePageTitle('Your enrollments');
  return (
    <div className={classes.page}>
      <Title order={1}>Welcome{organization.data && isOfHeader ? ` to ${organization.data.name}` : ''}</Title>
      {applications.isLoadingError ? (
        <ErrorState
          order={2}
          title="Your enrollments could not be loaded"
          error={applications.error}
          onRetry={() => void applications.refetch()}
        />
      ) : applications.isPending || batches.isPending ? (
        <EnrollmentsSkeleton />
      ) : (
        <Enrollments areSchoolsNamed={!isOfHeader} enrollments={enrollmentsOf(applications.data, batches.data)} />
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
