import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { queryOf } from '../api/calls.ts';
import classes from './page-state.module.css';
import { usePageTitle } from './page-state.tsx';

/** No organization has this address. In development the server lists the organizations. */
export function NoSchool() {
  usePageTitle('School not found');
  const schools = useQuery({ ...queryOf('/api/organizations'), retry: false });
  return (
    <section className={classes.state}>
      <Title order={1}>We couldn’t find this school</Title>
      <p>{TEXTS.portal.useLinkOfSchool}</p>
      {schools.data && schools.data.length > 0 && (
        <ul>
          {schools.data.map(({ _id, name }) => (
            <li key={_id}>
              <a href={`${pagePath('enroll')}?organizationId=${encodeURIComponent(_id)}`}>{name}</a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
