import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import classes from '../ui/dialogs.module.css';
import { Problem } from '../ui/notice.tsx';

/** Over everything else on the page, which stays; asks one person for their password. */
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
  /** Another way than the password. */
  passkey?: { readonly label: string; readonly isPending: boolean; readonly onPress: () => void } | undefined;
  /** The other button. */
  children: ReactNode;
}) {
  const titleId = useId();
  const passwordId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [password, setPassword] = useState('');
  const [isMissing, setMissing] = useState(false);
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
      onCancel={(event) => {
        event.preventDefault();
        onCancel?.();
      }}
      // Browsers close a dialog on the second Escape.
      onClose={() => dialog.current?.showModal()}
    >
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          // A dialog in the page's tree: a form around it must not be submitted, too.
          event.stopPropagation();
          setMissing(password === '');
          if (password === '') document.getElementById(passwordId)?.focus();
          else if (!isPending) onPassword(password);
        }}
      >
        <h2 id={titleId} className={classes.title}>
          {title}
        </h2>
        <p>{lead}</p>
        <Problem error={problem} takesFocus />
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
      </form>
    </dialog>
  );
}
