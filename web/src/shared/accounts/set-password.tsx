import { Button, PasswordInput, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { call } from '../api/calls.ts';
import { USER_KEY } from '../api/keys.ts';
import { drafts } from '../drafts/drafts.ts';
import formClasses from '../forms/forms.module.css';
import { NewPassword } from '../forms/new-password.tsx';
import { failureText } from '../session/failure-text.ts';
import { useEnter } from '../session/session.ts';
import { Problem } from '../ui/notice.tsx';
import text from '../ui/text-button.module.css';

const WORDS = {
  signup: {
    title: 'Set a password to follow your application',
    button: 'Set password and continue',
    question: TEXTS.entering.haveAccount,
    toggle: 'Log in instead',
  },
  login: {
    title: 'Log in to follow your application',
    button: 'Log in and continue',
    question: TEXTS.entering.noAccountYet,
    toggle: 'Set a password instead',
  },
} as const;

/** Creates an account or logs in; the claim links to the application's email only (docs/decisions/0032). */
export function SetPassword({
  applicationId,
  email,
  hasNoAccount = false,
  proof = null,
  onLinked,
}: {
  applicationId: string;
  email: string;
  /** The email is known to have no account, so a log-in is not offered. */
  hasNoAccount?: boolean;
  /** Verifies the email of the new account. */
  proof?: string | null;
  onLinked?: () => void;
}) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [kind, setKind] = useState<'signup' | 'login'>('signup');
  const enter = useEnter(kind);
  const input = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const words = WORDS[kind];
  /** If it fails, *My account* offers another email. */
  const prove = (token: string) =>
    call('POST /api/verifyEmail', { body: { token } })
      .then(() => client.invalidateQueries({ queryKey: USER_KEY }))
      .catch(() => undefined);
  const link = useMutation({
    mutationFn: async () => {
      const user = await enter.mutateAsync({ email, password });
      drafts.followInto(user._id, email);
      if (proof !== null) await prove(proof);
      await call('PUT /api/applications/{id}', { params: { id: applicationId }, body: { userId: user._id } });
    },
    onSuccess: async () => {
      onLinked?.();
      await navigate(pagePath('application', { applicationId }));
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(password === '');
    if (password === '') input.current?.focus();
    else if (!link.isPending) link.mutate();
  };
  const change = () => {
    setKind(kind === 'signup' ? 'login' : 'signup');
    setIsMissing(false);
    link.reset();
    requestAnimationFrame(() => input.current?.focus());
  };
  const shared = {
    ref: input,
    label: 'Password',
    error: isMissing && TEXTS.forms.missingOwn('password'),
    value: password,
    onChange: (event: { currentTarget: { value: string } }) => setPassword(event.currentTarget.value),
  };
  return (
    <form noValidate onSubmit={send} className={formClasses.form} style={{ width: '100%' }}>
      <Title order={2} size="h3">
        {words.title}
      </Title>
      {!hasNoAccount && (
        <p style={{ margin: 0 }}>
          {words.question}{' '}
          <button
            type="button"
            className={text.textButton}
            onClick={change}
            disabled={link.isPending || link.isSuccess}
          >
            {words.toggle}
          </button>
        </p>
      )}
      <Problem error={link.error && failureText(link.error)} takesFocus />
      {kind === 'signup' ? (
        <>
          <input hidden readOnly type="email" name="username" autoComplete="username" value={email} />
          <NewPassword {...shared} />
        </>
      ) : (
        <>
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            description={TEXTS.enroll.accountOfEmail}
            value={email}
            readOnly
          />
          <PasswordInput
            {...shared}
            aria-invalid={isMissing}
            required
            withAsterisk={false}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
          />
        </>
      )}
      <div>
        <Button type="submit" loading={link.isPending || link.isSuccess}>
          {words.button}
        </Button>
      </div>
      {kind === 'login' && (
        <p className={formClasses.help}>
          <Link to={pagePath('passwordReset')} state={{ email }}>
            {TEXTS.entering.forgotPassword}
          </Link>
        </p>
      )}
    </form>
  );
}
