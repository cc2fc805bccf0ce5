import { Button } from '@mantine/core';
import { useLocation } from 'react-router';
import type { User } from '../../../../api/contract/accounts.ts';
import { failureText } from './failure-text.ts';
import { loginLink } from './login-link.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { useEnter } from './session.ts';

/** Only the same person may go on with the page, so the email cannot be changed. */
export function EndedSessionDialog({ user: { email } }: { user: User }) {
  const { pathname, search } = useLocation();
  const enter = useEnter('login');
  return (
    <PasswordDialog
      title="Your session has ended"
      lead="Enter your password to continue where you were."
      email={email}
      problem={enter.error ? failureText(enter.error) : null}
      isPending={enter.isPending}
      submitLabel="Log in"
      onPassword={(password) => enter.mutate({ email, password })}
    >
      <Button variant="default" component="a" href={loginLink(pathname + search)}>
        Use another account
      </Button>
    </PasswordDialog>
  );
}
