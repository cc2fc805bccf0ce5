import { Button, Title } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { isLimited, messageOf } from '../api/api-client.ts';
import { useOrganization } from '../organization/organization.ts';
import { loginLink } from '../session/login-link.ts';
import { useUser } from '../session/session.ts';
import { Notice } from '../ui/notice.tsx';
import classes from './page-state.module.css';
import { noteTitle } from './page-title.ts';

export function usePageTitle(title: string | undefined): void {
  const organization = useOrganization();
  const name = organization.data?.name;
  const whole = title && name && !title.includes(name) ? `${title} · ${name}` : title;
  if (whole && typeof document === 'undefined') noteTitle(whole);
  useEffect(() => {
    if (whole) document.title = whole;
  }, [whole]);
}

export function ErrorState({
  title = 'This could not be loaded',
  order = 1,
  error,
  onRetry,
}: {
  title?: string;
  /** 1 for a whole page, 2 within one. */
  order?: 1 | 2;
  error: unknown;
  onRetry?: () => void;
}) {
  return (
    <section className={classes.state}>
      <Title order={order} size={order === 1 ? 'h2' : 'h3'}>
        {isLimited(error) ? TEXTS.portal.waitFirst : title}
      </Title>
      <Notice meaning="problem" role="alert">
        {messageOf(error)}
      </Notice>
      <p>{TEXTS.portal.savedIsSafe}</p>
      {onRetry && (
        <Button leftSection={<IconRefresh size={18} aria-hidden />} onClick={onRetry}>
          Try again
        </Button>
      )}
    </section>
  );
}

export function EmptyState({
  title,
  order = 2,
  children,
  action,
}: {
  title: string;
  /** 4 within a section of a page. */
  order?: 2 | 4;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <section className={classes.state}>
      <Title order={order} size={order === 2 ? 'h3' : 'h4'}>
        {title}
      </Title>
      {children && <p>{children}</p>}
      {action}
    </section>
  );
}

/** The same for absent documents and other people's, so that it does not reveal what exists. */
export function NotFound() {
  usePageTitle('Page not found');
  const { data: user } = useUser();
  const { pathname, search } = useLocation();
  return (
    <section className={classes.state}>
      <Title order={1}>Page not found</Title>
      <p>{user ? TEXTS.portal.otherAccount(user.email) : TEXTS.portal.checkLinkOrLogIn}</p>
      <div className={classes.ways}>
        <Button component={Link} to={pagePath('home')}>
          Go to the home page
        </Button>
        {user === null && (
          <Button component={Link} to={loginLink(pathname + search)} variant="default">
            Log in
          </Button>
        )}
      </div>
    </section>
  );
}
