import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { queryOf } from '../api/calls.ts';
import { PageSkeleton } from '../ui/skeleton.tsx';
import classes from './page-state.module.css';
import { usePageTitle } from './page-state.tsx';

/** Neither the address nor the visitor selects a school. Outside production the server lists all, else the visitor's own. */
export function NoSchool() {
  const schools = useQuery({ ...queryOf('/api/organizations'), retry: false });
  const isListed = Boolean(schools.data?.length);
  usePageTitle(schools.isPending ? undefined : isListed ? 'Schools' : 'School not found');
  if (schools.isPending) return <PageSkeleton />;
  return (
    <section className={classes.state}>
      <Title order={1}>{isListed ? 'Choose your school' : 'We couldn’t find this school'}</Title>
      {isListed ? (
        <ul>
          {schools.data?.map(({ _id, name }) => (
            <li key={_id}>
              <a href={`${pagePath('enroll')}?organizationId=${encodeURIComponent(_id)}`}>{name}</a>
            </li>
          ))}
        </ul>
      ) : (
        <p>{TEXTS.portal.useLinkOfSchool}</p>
      )}
    </section>
  );
}
