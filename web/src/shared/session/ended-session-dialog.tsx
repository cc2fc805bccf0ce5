import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { User } from '../../../../api/contract/accounts.ts';
import { isStaff } from '../../../../domain/access/policy.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { matchPage, pagesThat } from '../../../../domain/values/pages.ts';
import { messageOf } from '../api/api-client.ts';
import { asksCode } from './asks-code.ts';
import { CodeField } from './code-field.tsx';
import { goOnSignedOut } from './ended-session.ts';
import { asksPasskey, failureText } from './failure-text.ts';
import { loginLink } from './login-link.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { useEnter, usePasskeyLogin } from './session.ts';

const PUBLIC = pagesThat(({ isPublic = false }) => isPublic);

/** Only the same person may go on with the page, so the email cannot be changed. */
export function EndedSessionDialog({ user }: { user: User }) {
  const { email } = user;
  const client = useQueryClient();
  const { pathname, search } = useLocation();
  const isPublic = PUBLIC.some((page) => matchPage(page, pathname) !== null);
  const enter = useEnter('login');
  const passkey = usePasskeyLogin();
  const [code, setCode] = useState('');
  const [wantsCode, setWantsCode] = useState(false);
  const isAfterPassword = useRef(false);
  const isAboutCode = asksCode(enter.error);
  const send = (password: string) => {
    passkey.reset();
    enter.mutate(
      { email, password, ...(wantsCode && { code }) },
      {
        onError: (error) => {
          if (asksCode(error)) setWantsCode(true);
          if (asksPasskey(error)) isAfterPassword.current = true;
        },
      },
    );
  };
  const problem = isAboutCode ? passkey.error : (enter.error ?? passkey.error);
  return (
    <PasswordDialog
      title="Your session has ended"
      lead={TEXTS.portal.enterPassword}
      email={email}
      problem={problem ? failureText(problem) : null}
      isPending={enter.isPending}
      submitLabel="Log in"
      canUseEmail={!isStaff({ roles: user.orgRoles, isCreator: user.isCreator })}
      onPassword={send}
      passkey={{
        label: 'Log in with a passkey',
        isPending: passkey.isPending,
        onPress: () => {
          enter.reset();
          passkey.mutate({ isAfterPassword: isAfterPassword.current });
        },
      }}
      code={
        wantsCode && (
          <CodeField
            value={code}
            error={isAboutCode && enter.variables?.code !== undefined ? messageOf(enter.error) : null}
            onChange={({ currentTarget }) => setCode(currentTarget.value)}
          />
        )
      }
    >
      {isPublic ? (
        <Button variant="default" onClick={() => goOnSignedOut(client)}>
          Continue without logging in
        </Button>
      ) : (
        <Button variant="default" component="a" href={loginLink(pathname + search)}>
          Use another account
        </Button>
      )}
    </PasswordDialog>
  );
}
