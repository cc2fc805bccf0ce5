import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { isLimited, problemsOf } from '../../shared/api/api-client.ts';
import { ErrorSummary } from '../../shared/forms/error-summary.tsx';
import { errorsOf, type Field } from '../../shared/forms/field-errors.ts';
import { inputIdOf } from '../../shared/forms/form-field.tsx';
import formClasses from '../../shared/forms/forms.module.css';
import { NameField, nameErrors } from '../../shared/forms/name-field.tsx';
import { NewPassword } from '../../shared/forms/new-password.tsx';
import { useFormState } from '../../shared/forms/use-form-state.ts';
import { asksCode } from '../../shared/session/asks-code.ts';
import { CodeField } from '../../shared/session/code-field.tsx';
import { asksPasskey, failureText } from '../../shared/session/failure-text.ts';
import { hasPasskeys, type PasskeyProof, passkeyFromAutofill } from '../../shared/session/passkeys.ts';
import { type useEnter, usePasskeyLogin } from '../../shared/session/session.ts';
import { Problem } from '../../shared/ui/notice.tsx';
import classes from './auth.module.css';
import { EmailLink } from './email-link.tsx';
import type { Invite } from './invite-query.ts';
import { localPath } from './local-path.ts';
import { typedEmail } from './typed-email.ts';
import { useIsBusy } from './use-is-busy.ts';

export type Kind = 'login' | 'signup';

const FIELDS: readonly Field[] = [
  { name: 'email', label: 'Email', dataType: 'email', required: true, missing: TEXTS.forms.missingOwn('email') },
  {
    name: 'password',
    label: 'Password',
    dataType: 'text',
    required: true,
    missing: TEXTS.forms.missingOwn('password'),
  },
  { name: 'name', label: 'Your name', dataType: 'text' },
  { name: 'code', label: 'Code', dataType: 'text' },
];

/** Read from the answer, because typing clears the form's errors and would move the problem into the alert. */
const isOfField = (error: unknown): boolean =>
  problemsOf(error).some(({ field }) => FIELDS.some(({ name }) => name === field));

function withoutLink(parameters: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(parameters);
  for (const name of ['token', 'proof']) rest.delete(name);
  return rest;
}

export function EnterForm({
  kind,
  label,
  enter,
  invite,
  isLinkDead,
}: {
  kind: Kind;
  label: string;
  enter: ReturnType<typeof useEnter>;
  invite: Invite | null;
  isLinkDead: boolean;
}) {
  const formId = useId();
  const summary = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const { state } = useLocation();
  const [parameters] = useSearchParams();
  const isBusy = useIsBusy(enter);
  const passkey = usePasskeyLogin();
  /** The email of an account with a second factor. */
  const [codeFor, setCodeFor] = useState<string | null>(null);
  /** Also if the browser's dialog for the passkey is cancelled once. */
  const isAfterPassword = useRef(false);
  const form = useFormState({
    initialValues: {
      email: typedEmail(state) || (parameters.get('email') ?? invite?.email ?? ''),
      password: '',
      name: '',
      code: '',
    },
    validate: (values) => ({
      ...errorsOf(FIELDS, values),
      ...nameErrors(values),
      ...(values.email === codeFor && values.code.trim() === '' && { code: TEXTS.secondFactors.codeNeeded }),
    }),
  });
  const token = parameters.get('token');
  const asksName = kind === 'signup' && token !== null;
  const proof = parameters.get('proof');
  const errors = form.errors;
  const showSummary = () => requestAnimationFrame(() => summary.current?.focus());
  const refuse = () => {
    enter.reset();
    showSummary();
  };

  // An error of the other form or of a former link does not apply.
  // biome-ignore lint/correctness/useExhaustiveDependencies: reset on a new form or link only
  useEffect(() => {
    form.clearErrors();
    enter.reset();
    setCodeFor(null);
  }, [kind, token]);

  const next = parameters.get('next') ?? (invite && pagePath('dashboard'));
  const goOn = () => void navigate(localPath(next), { replace: true });
  const withPasskey = useEffectEvent((chosen?: PasskeyProof) => {
    enter.reset();
    passkey.mutate(
      {
        ...(chosen && { passkey: chosen }),
        isAfterPassword: isAfterPassword.current,
        ...(token && { token }),
        ...(token && proof && { proof }),
      },
      { onSuccess: goOn },
    );
  });

  // The browser ends its offer when it asks, so a refusal begins another one.
  const isOffered = kind === 'login' && (passkey.isIdle || passkey.isError);
  useEffect(() => {
    if (!isOffered) return;
    const leaving = new AbortController();
    passkeyFromAutofill(leaving.signal).then(
      (chosen) => {
        if (chosen && !leaving.signal.aborted) withPasskey(chosen);
      },
      // It was only an offer: the button and the password remain.
      () => undefined,
    );
    return () => leaving.abort();
  }, [isOffered]);

  /** After a refusal that a passkey gets around. */
  const prefersPasskey = kind === 'login' && (asksPasskey(enter.error) || isLimited(enter.error)) && hasPasskeys();
  const linkPage = pagePath('loginLink') + (next === null ? '' : `?${new URLSearchParams({ next })}`);
  const wantsCode = codeFor !== null && form.values.email === codeFor;
  const send = ({ name, code, ...credentials }: { email: string; password: string; name: string; code: string }) => {
    passkey.reset();
    enter.mutate(
      {
        ...credentials,
        ...(wantsCode && { code }),
        ...(asksName && { name }),
        ...(token && { token }),
        ...(token && proof && { proof }),
      },
      {
        onSuccess: goOn,
        onError: (error) => {
          if (!wantsCode && asksCode(error)) {
            setCodeFor(credentials.email);
            form.setFieldValue('code', '');
            return;
          }
          if (asksPasskey(error)) isAfterPassword.current = true;
          const problems = problemsOf(error);
          form.setErrors(Object.fromEntries(problems.map(({ field, message }) => [field, message])));
          if (problems.length > 0) showSummary();
        },
      },
    );
  };
  const shared = (name: 'email' | 'password') => ({
    ...form.inputProps(name),
    id: inputIdOf(formId, name),
    required: true,
    withAsterisk: false,
    error: errors[name],
  });
  return (
    <form noValidate className={formClasses.form} onSubmit={form.onSubmit(send, refuse)}>
      <ErrorSummary formId={formId} fields={FIELDS} errors={errors} ref={summary} />
      <Problem error={enter.error && !isOfField(enter.error) ? failureText(enter.error) : null} takesFocus />
      <Problem error={passkey.error && failureText(passkey.error)} takesFocus />
      <Problem error={isLinkDead && !errors.token ? TEXTS.accounts.linkInvalid : null} />
      {(isLinkDead || errors.token) && (
        <p className={classes.switch}>
          <Link to={`${pagePath(kind)}?${withoutLink(parameters)}`}>Continue without the link</Link>
        </p>
      )}
      <TextInput
        {...shared('email')}
        label="Email"
        type="email"
        autoComplete={kind === 'login' ? 'username webauthn' : 'username'}
      />
      {asksName && <NameField {...form.inputProps('name')} id={inputIdOf(formId, 'name')} error={errors.name} />}
      {kind === 'signup' ? (
        <NewPassword {...shared('password')} label="Password" value={form.values.password} />
      ) : (
        <PasswordInput
          {...shared('password')}
          label="Password"
          aria-invalid={Boolean(errors.password)}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
        />
      )}
      {wantsCode && <CodeField {...form.inputProps('code')} id={inputIdOf(formId, 'code')} error={errors.code} />}
      <div className={formClasses.actions}>
        <Button type="submit" variant={prefersPasskey ? 'default' : 'filled'} loading={isBusy} fullWidth>
          {label}
        </Button>
      </div>
      {kind === 'login' && (
        <Button
          variant={prefersPasskey ? 'filled' : 'default'}
          fullWidth
          loading={passkey.isPending}
          onClick={() => withPasskey()}
        >
          Log in with a passkey
        </Button>
      )}
      {kind === 'login' && (
        <p className={classes.switch}>
          {!token && (
            <>
              <EmailLink to={linkPage} email={form.values.email}>
                {TEXTS.portal.emailLoginLink}
              </EmailLink>
              <br />
            </>
          )}
          <EmailLink to={pagePath('passwordReset')} email={form.values.email}>
            {TEXTS.entering.forgotPassword}
          </EmailLink>
        </p>
      )}
    </form>
  );
}
