import { Button, Title } from '@mantine/core';
import { Link } from 'react-router';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { EmptyState } from '../../shared/pages/page-state.tsx';
import { SendAgain } from '../../shared/session/send-again.tsx';
import { useUser } from '../../shared/session/session.ts';
import { useStaffPages } from '../../shared/session/staff-pages.ts';
import classes from './home.module.css';

function WorkPlaces({ pages }: { pages: ReturnType<typeof useStaffPages> }) {
  return (
    <section>
      <Title order={2} size="h3">
        Staff pages
      </Title>
      <ul className={classes.list}>
        {pages.map(({ to, label, about }) => (
          <li key={to} className={classes.card}>
            <Link to={to} className={classes.title}>
              {label}
            </Link>
            <p>{about}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function NoEnrollments() {
  const pages = useStaffPages();
  const { data: user } = useUser();
  return (
    <>
      {user && !user.emailVerified && <SendAgain>{TEXTS.accounts.appliedWith(user.email)}</SendAgain>}
      {pages.length > 0 ? (
        <WorkPlaces pages={pages} />
      ) : (
        <EmptyState
          title="You have not applied yet"
          action={
            <Button component={Link} to={pagePath('enroll')}>
              See the programs
            </Button>
          }
        >
          {TEXTS.enrolling.noEnrollments}
        </EmptyState>
      )}
    </>
  );
}
