import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { ErrorState, usePageTitle } from '../../shared/pages/page-state.tsx';
import { loginLink } from '../../shared/session/login-link.ts';
import { secondFactorsQuery } from '../../shared/session/second-factors-query.ts';
import { SendAgain } from '../../shared/session/send-again.tsx';
import { useUser } from '../../shared/session/session.ts';
import { PageSkeleton } from '../../shared/ui/skeleton.tsx';
import classes from './account.module.css';
import { Calendars } from './calendars.tsx';
import { ChangePassword } from './change-password.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { DisplayName } from './display-name.tsx';
import { Invitations } from './invitations.tsx';
import { MyData } from './my-data.tsx';
import { NoticeEmails } from './notice-emails.tsx';
import { Passkeys } from './passkeys.tsx';
import { calendarFeedsQuery, dailyDigestQuery, invitesQuery, sessionsQuery } from './queries.ts';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

export function AccountPage() {
  const { data: user, isPending, error, refetch } = useUser();
  const sessions = useQuery({ ...sessionsQuery, enabled: Boolean(user) });
  const invites = useQuery({ ...invitesQuery, enabled: Boolean(user) });
  const isMember = Boolean(user && user.orgRoles.length > 0);
  const calendars = useQuery({ ...calendarFeedsQuery, enabled: Boolean(user) });
  // Loaded before it is shown, so that the page stays when an invitation is accepted on it.
  const digest = useQuery({ ...dailyDigestQuery, enabled: Boolean(user) });
  const factors = useQuery({ ...secondFactorsQuery, enabled: Boolean(user) });
  usePageTitle('My account');
  // These sections are in the middle of the page and would move everything below them.
  const isLoading = [sessions, invites, calendars, digest, factors].some((query) => query.isLoading);
  if (isPending || isLoading) return <PageSkeleton />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!user) return <Navigate to={loginLink(pagePath('account'))} replace />;
  return (
    <div className={classes.page}>
      <div className={classes.section}>
        <Title order={1}>My account</Title>
        <p>{user.email}</p>
        {!user.emailVerified && <SendAgain>{TEXTS.accounts.emailUnconfirmed}</SendAgain>}
      </div>
      {user.orgRoles.length > 0 && <DisplayName user={user} />}
      <Invitations isProven={user.emailVerified} />
      {isMember && <Calendars />}
      <ChangePassword hasPassword={factors.data?.hasPassword ?? true} />
      <Passkeys user={user} />
      <SecondFactor user={user} />
      {isMember && <NoticeEmails isAssignable={user.orgRoles.some(({ role }) => role !== 'Viewer')} />}
      <Sessions />
      <MyData />
      <DeleteAccount />
    </div>
  );
}
