import { Title } from '@mantine/core';
import { Navigate } from 'react-router';
import { loginLink } from '../../shared/login-link.ts';
import { Notice } from '../../shared/notice.tsx';
import { ErrorState, usePageTitle } from '../../shared/page-state.tsx';
import { useUser } from '../../shared/session.ts';
import { PageSkeleton } from '../../shared/skeleton.tsx';
import classes from './account.module.css';
import { ChangePassword } from './change-password.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { MyData } from './my-data.tsx';
import { Sessions } from './sessions.tsx';

/** /account: what a person can do about their own account (D35). */
export function AccountPage() {
  const { data: user, isPending, error, refetch } = useUser();
  usePageTitle('My account');
  if (isPending) return <PageSkeleton />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!user) return <Navigate to={loginLink('/account')} replace />;
  return (
    <div className={classes.page}>
      <div className={classes.section}>
        <Title order={1}>My account</Title>
        <p>{user.email}</p>
        {!user.emailVerified && (
          <Notice meaning="attention">
            This email is not confirmed yet. Open the link that we mailed you when you signed up or applied.
          </Notice>
        )}
      </div>
      <ChangePassword />
      <Sessions />
      <MyData />
      <DeleteAccount />
    </div>
  );
}
