import { Button, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { useOrganization } from '../organization/organization.ts';
import { useLoginLink } from '../session/login-link.ts';
import { isFormerMember, useUser } from '../session/session.ts';
import { Notice } from '../ui/notice.tsx';
import classes from './page-state.module.css';

/** A staff page for people without a role: the same words for all, and a way on. */
export function Refused({
  title,
  isSignedOut,
  note,
  children,
}: {
  title: string;
  isSignedOut: boolean;
  note?: ReactNode;
  children: string;
}) {
  const loginLink = useLoginLink();
  const { data: user } = useUser();
  const { data: school } = useOrganization();
  return (
    <section className={classes.state}>
      <Title order={1} size="h2">
        {title}
      </Title>
      <Notice meaning="attention">
        {user && school && isFormerMember(user, school._id) && <p>{TEXTS.access.noLongerMember(school.name)}</p>}
        {children}
        {note}
      </Notice>
      {isSignedOut ? (
        <Button component={Link} to={loginLink}>
          Log in
        </Button>
      ) : (
        <Button component={Link} to={pagePath('home')} variant="default">
          Go to the home page
        </Button>
      )}
    </section>
  );
}
