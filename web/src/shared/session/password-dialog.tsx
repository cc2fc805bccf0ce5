import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import classes from '../ui/dialogs.module.css';
import { SessionDialog } from './session-dialog.tsx';

/** Asks one person for their password. */
export function PasswordDialog({
  title,
  lead,
  email,
  problem,
  isPending,
  submitLabel,
  onPassword,
  onCancel,
  code,
  passkey,
  canUseEmail = false,
  children,
}: {
  title: string;
  lead: string;
  email: string;
  problem: string | null;
  isPending: boolean;
  submitLabel: string;
  onPassword: (password: string) => void;
  /** Without it, Escape does nothing. */
  onCancel?: () => void;
  /** A field below the password. */
  code?: ReactNode;
  /** Offers a login link, in another tab. */
  canUseEmail?: boolean;
  /** Another way than the password. */
  passkey?: { readonly label: string; readonly isPending: boolean; readonly onPress: () => void };
  /** The other button. */
  children: ReactNode;
}) {
  const passwordId = useId();
  const [password, setPassword] = useState('');
  const [isMissing, setMissing] = useState(false);
  const submit = () => {
    setMissing(password === '');
    if (password === '') document.getElementById(passwordId)?.focus();
    else if (!isPending) onPassword(password);
  };
  return (
    <SessionDialog {...{ title, lead, problem, onCancel }} focusId={passwordId} onSubmit={submit}>
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
      {code}
      <p>
        <a href={pagePath('passwordReset')} target="_blank" rel="noopener">
          {TEXTS.portal.forgotPassword}
        </a>
        {canUseEmail && (
          <>
            <br />
            <a href={`${pagePath('loginLink')}?${new URLSearchParams({ email })}`} target="_blank" rel="noopener">
              {TEXTS.portal.emailLoginLink}
            </a>
          </>
        )}
      </p>
      {passkey && (
        <Button variant="default" loading={passkey.isPending} onClick={passkey.onPress}>
          {passkey.label}
        </Button>
      )}
      <div className={classes.buttons}>
        {children}
        <Button type="submit" loading={isPending}>
          {submitLabel}
        </Button>
      </div>
    </SessionDialog>
  );
}
