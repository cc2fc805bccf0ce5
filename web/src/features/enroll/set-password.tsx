import { Button, PasswordInput, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { call } from '../../shared/api/calls.ts';
import { drafts } from '../../shared/drafts/drafts.ts';
import formClasses from '../../shared/forms/forms.module.css';
import { NewPassword } from '../../shared/forms/new-password.tsx';
import { failureText } from '../../shared/session/failure-text.ts';
import { useEnter } from '../../shared/session/session.ts';
import { forgetSubmitted, type Submitted } from '../../shared/session/submitted.ts';
import { Problem } from '../../shared/ui/notice.tsx';
import classes from './enroll.module.css';

const WORDS = {
  signup: {
    title: 'Set a password to follow your application',
    button: 'Set password and continue',
    toggle: 'I already have an account',
  },
  login: {
    title: 'Log in to follow your application',
    button: 'Log in and continue',
    toggle: 'I have no account yet',
  },
} as const;

/** Creates an account or logs in; the claim links to the application's email only (docs/decisions/0032). */
export function SetPassword({ submitted }: { submitted: Submitted }) {
  const navigate = useNavigate();
  const [kind, setKind] = useState<'signup' | 'login'>('signup');
  const enter = useEnter(kind);
  const input = useRef<HTMLInputElement>(null);
  const email = submitted.email ?? '';
  const [password, setPassword] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const words = WORDS[kind];
  const link = useMutation({
    mutationFn: async () => {
      const user = await enter.mutateAsync({ email, password });
      drafts.followInto(user._id, email);
      await call('PUT /api/applications/{id}', { params: { id: submitted._id }, body: { userId: user._id } });
    },
    onSuccess: async () => {
      forgetSubmitted(submitted.batchId);
      await navigate(pagePath('application', { applicationId: submitted._id }));
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
      <div className={classes.buttons}>
        <Button type="submit" loading={link.isPending || link.isSuccess}>
          {words.button}
        </Button>
        <Button variant="subtle" onClick={change} disabled={link.isPending || link.isSuccess}>
          {words.toggle}
        </Button>
      </div>
      {kind === 'login' && (
        <p className={formClasses.help}>
          <Link to={pagePath('passwordReset')} state={{ email }}>
            Forgot your password?
          </Link>
        </p>
      )}
    </form>
  );
}
