import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { User } from '../../../../api/contract/accounts.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import classes from '../ui/dialogs.module.css';
import { Problem } from '../ui/notice.tsx';
import { failureText } from './failure-text.ts';
import { loginLink } from './login-link.ts';
import { useEnter } from './session.ts';

/** Only the same person may go on with the page, so the email cannot be changed. */
export function EndedSessionDialog({ user: { email } }: { user: User }) {
  const titleId = useId();
  const passwordId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const { pathname, search } = useLocation();
  const [password, setPassword] = useState('');
  const [isMissing, setMissing] = useState(false);
  const enter = useEnter('login');
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    document.getElementById(passwordId)?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [passwordId]);
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => event.preventDefault()}
      // Browsers close a dialog on the second Escape.
      onClose={() => dialog.current?.showModal()}
    >
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          setMissing(password === '');
          if (password === '') document.getElementById(passwordId)?.focus();
          else enter.mutate({ email, password });
        }}
      >
        <h2 id={titleId} className={classes.title}>
          Your session has ended
        </h2>
        <p>Enter your password to continue where you were.</p>
        <Problem error={enter.error ? failureText(enter.error) : null} takesFocus />
        <TextInput label="Email" type="email" autoComplete="username" value={email} readOnly />
        <PasswordInput
          id={passwordId}
          label="Password"
          required
          withAsterisk={false}
          autoComplete="current-password"
          value={password}
          error={isMissing && password === '' ? TEXTS.forms.missingOwn('password') : null}
          aria-invalid={isMissing && password === ''}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
        />
        <p>
          <a href={pagePath('passwordReset')} target="_blank" rel="noopener">
            Forgot your password?
          </a>
        </p>
        <div className={classes.buttons}>
          <Button variant="default" component="a" href={loginLink(pathname + search)}>
            Use another account
          </Button>
          <Button type="submit" loading={enter.isPending}>
            Log in
          </Button>
        </div>
      </form>
    </dialog>
  );
}
