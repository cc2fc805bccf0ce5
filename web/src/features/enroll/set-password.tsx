import { Button, PasswordInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { TEXTS } from '../../../../domain/texts.ts';
import { messageOf, RequestFailed } from '../../shared/api-client.ts';
import { call } from '../../shared/calls.ts';
import { drafts } from '../../shared/drafts.ts';
import { Problem } from '../../shared/notice.tsx';
import { useEnter } from '../../shared/session.ts';
import formClasses from '../forms/forms.module.css';
import classes from './enroll.module.css';
import { forgetSubmitted, type Submitted } from './submitted.ts';

const failureText = (error: unknown): string =>
  error instanceof RequestFailed && error.status === 401 ? TEXTS.accounts.loginFailed : messageOf(error);

/** An anonymous applicant gets an account, the application is linked to it, and the way leads there (spec §2). */
export function SetPassword({ submitted }: { submitted: Submitted }) {
  const id = useId();
  const navigate = useNavigate();
  const enter = useEnter('signup');
  const input = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const link = useMutation({
    mutationFn: async () => {
      const user = await enter.mutateAsync({ email: submitted.email ?? '', password });
      drafts.followInto(user._id, submitted.email ?? '');
      await call('changeApplication', { params: { id: submitted._id }, body: { userId: user._id } });
    },
    onSuccess: async () => {
      forgetSubmitted(submitted.batchId);
      await navigate(`/application/${submitted._id}`);
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(password === '');
    if (password === '') input.current?.focus();
    else if (!link.isPending) link.mutate();
  };
  return (
    <form noValidate onSubmit={send} className={formClasses.form} style={{ width: '100%' }}>
      <Title order={2} size="h3">
        Set a password to follow your application
      </Title>
      <input hidden readOnly type="email" name="username" autoComplete="username" value={submitted.email ?? ''} />
      <div className={formClasses.field}>
        <label htmlFor={id} className={formClasses.label}>
          Password
        </label>
        <span id={`${id}-help`} className={formClasses.help}>
          At least 8 characters. If you have an account here already, enter its password.
        </span>
        <PasswordInput
          id={id}
          ref={input}
          required
          error={isMissing && TEXTS.forms.required}
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          aria-describedby={`${id}-help`}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
        />
      </div>
      {link.error && <Problem error={failureText(link.error)} />}
      <div className={classes.buttons}>
        <Button type="submit" loading={link.isPending || link.isSuccess}>
          Set password and continue
        </Button>
      </div>
    </form>
  );
}
