import { Button, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { Organization } from '../../../../api/contract/organizations.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { isTransient } from '../api/api-client.ts';
import { namesSchool, schoolsQuery } from '../organization/schools-to-choose.ts';
import { useLoginLink } from '../session/login-link.ts';
import { useUser } from '../session/session.ts';
import { PageSkeleton } from '../ui/skeleton.tsx';
import classes from './page-state.module.css';
import { ErrorState, usePageTitle } from './page-state.tsx';

/** By name; those of the same name with their slugs. */
function toChoose(schools: readonly Pick<Organization, '_id' | 'name' | 'slug'>[]) {
  const named = Map.groupBy(schools, ({ name }) => name);
  return schools
    .map(({ _id, name, slug }) => ({ _id, name, mark: (named.get(name)?.length ?? 0) > 1 ? ` (${slug})` : '' }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** Neither the address nor the visitor selects a school. */
export function NoSchool() {
  const schools = useQuery(schoolsQuery);
  const { data: user } = useUser();
  const [parameters] = useSearchParams();
  const isListed = Boolean(schools.data?.length);
  const title = isListed
    ? 'Choose your school'
    : namesSchool(parameters)
      ? 'We couldn’t find this school'
      : 'Find your school';
  usePageTitle(schools.isPending ? undefined : title);
  if (schools.isPending) return <PageSkeleton />;
  if (isTransient(schools.error)) return <ErrorState error={schools.error} onRetry={() => void schools.refetch()} />;
  return (
    <section className={classes.state}>
      <Title order={1}>{title}</Title>
      {isListed ? (
        <ul>
          {toChoose(schools.data ?? []).map(({ _id, name, mark }) => (
            <li key={_id}>
              <a href={`${pagePath('enroll')}?organizationId=${encodeURIComponent(_id)}`}>{name}</a>
              {mark}
            </li>
          ))}
        </ul>
      ) : (
        <>
          <p>{TEXTS.portal.useLinkOfSchool}</p>
          {user && <p>{TEXTS.portal.noSchoolYet(user.email)}</p>}
          {user === null && <LogIn />}
        </>
      )}
    </section>
  );
}

function LogIn() {
  const to = useLoginLink();
  return (
    <>
      <p>{TEXTS.portal.loginFindsSchool}</p>
      <Button component={Link} to={to}>
        Log in
      </Button>
    </>
  );
}
