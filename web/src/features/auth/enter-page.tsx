import { Button, PasswordInput, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useId, useRef } from 'react';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { TEXTS } from '../../../../domain/texts.ts';
import { messageOf, RequestFailed } from '../../shared/api-client.ts';
import { Problem } from '../../shared/notice.tsx';
import { usePageTitle } from '../../shared/page-state.tsx';
import { useEnter, useUser } from '../../shared/session.ts';
import { PageSkeleton } from '../../shared/skeleton.tsx';
import { ErrorSummary } from '../forms/error-summary.tsx';
import { errorsOf, type Field } from '../forms/field-errors.ts';
import { inputIdOf } from '../forms/form-field.tsx';
import formClasses from '../forms/forms.module.css';
import classes from './auth.module.css';
import { localPath } from './local-path.ts';

type Kind = 'login' | 'signup';

const WORDS = {
  login: { title: 'Log in', button: 'Log in', other: '/signup', question: 'New here?', toggle: 'Create your account' },
  signup: {
    title: 'Create your account',
    button: 'Create your account',
    other: '/login',
    question: 'You have an account already?',
    toggle: 'Log in',
  },
} as const;

const FIELDS: readonly Field[] = [
  { name: 'email', label: 'Email', dataType: 'email', required: true },
  { name: 'password', label: 'Password', dataType: 'text', required: true },
];

const failureText = (error: unknown): string =>
  error instanceof RequestFailed && error.status === 401 ? TEXTS.accounts.loginFailed : messageOf(error);

function EnterForm({ kind }: { kind: Kind }) {
  const formId = useId();
  const summary = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const enter = useEnter(kind);
  const form = useForm({
    initialValues: { email: parameters.get('email') ?? '', password: '' },
    validate: (values) => errorsOf(FIELDS, values),
  });
  const token = parameters.get('token');
  const proof = parameters.get('proof');
  const isSignup = kind === 'signup';
  const errors = form.errors as Record<string, string>;
  const send = (credentials: { email: string; password: string }) =>
    enter.mutate(
      { ...credentials, ...(token && { token }), ...(token && proof && { proof }) },
      {
        onSuccess: () => void navigate(localPath(parameters.get('next')), { replace: true }),
        onError: (error) => {
          const problems = error instanceof RequestFailed ? error.errors : [];
          form.setErrors(Object.fromEntries(problems.map(({ field, message }) => [field, message])));
        },
      },
    );
  const shared = (name: 'email' | 'password') => ({
    ...form.getInputProps(name),
    id: inputIdOf(formId, name),
    required: true,
    withAsterisk: false,
    error: errors[name],
  });
  return (
    <form
      noValidate
      className={formClasses.form}
      onSubmit={form.onSubmit(send, () => requestAnimationFrame(() => summary.current?.focus()))}
    >
      <ErrorSummary formId={formId} fields={FIELDS} errors={errors} ref={summary} />
      {enter.error && <Problem error={failureText(enter.error)} />}
      <TextInput {...shared('email')} label="Email" type="email" autoComplete="username" />
      <PasswordInput
        {...shared('password')}
        label="Password"
        {...(isSignup ? { description: 'At least 8 characters.' } : {})}
        autoComplete={isSignup ? 'new-password' : 'current-password'}
        visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
      />
      <div className={formClasses.actions}>
        <Button type="submit" loading={enter.isPending || enter.isSuccess} fullWidth>
          {WORDS[kind].button}
        </Button>
      </div>
    </form>
  );
}

/** /login and /signup: one form, two ways in (spec §2). Whoever is signed in already is led on. */
export function EnterPage({ kind }: { kind: Kind }) {
  const user = useUser();
  const [parameters] = useSearchParams();
  const words = WORDS[kind];
  usePageTitle(words.title);
  if (user.isPending) return <PageSkeleton />;
  if (user.data) return <Navigate to={localPath(parameters.get('next'))} replace />;
  const search = parameters.toString();
  return (
    <div className={classes.page}>
      <Title order={1}>{words.title}</Title>
      {kind === 'signup' && <p>{TEXTS.accounts.signUpPrompt}</p>}
      <EnterForm kind={kind} />
      {kind === 'login' && (
        <p className={classes.switch}>
          <Link to="/passwordReset">Forgot your password?</Link>
        </p>
      )}
      <p className={classes.switch}>
        {words.question} <Link to={search ? `${words.other}?${search}` : words.other}>{words.toggle}</Link>
      </p>
    </div>
  );
}
