import { Button, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { RequestFailed } from '../../shared/api/api-client.ts';
import { call } from '../../shared/api/calls.ts';
import { once } from '../../shared/browser/once.ts';
import type { Field } from '../../shared/forms/field-errors.ts';
import formClasses from '../../shared/forms/forms.module.css';
import { usePageTitle } from '../../shared/pages/page-state.tsx';
import { useLinkLogin, useUser } from '../../shared/session/session.ts';
import { Notice, Problem, takeFocus } from '../../shared/ui/notice.tsx';
import { PageSkeleton } from '../../shared/ui/skeleton.tsx';
import classes from './auth.module.css';
import { BackToLogin } from './choose-password.tsx';
import { localPath } from './local-path.ts';
import { typedEmail } from './typed-email.ts';
import { EMAIL, problemOf, useOneField } from './use-one-field.tsx';

const CODE: Field = {
  name: 'code',
  label: 'Code',
  dataType: 'text',
  required: true,
  missing: TEXTS.loginLinks.codeMissing,
};

/** In the address, so that a reload asks for the code again; the server knows the browser by its cookie. */
const SENT = 'sent';

function addressOf(parameters: URLSearchParams, { isSent }: { isSent: boolean }): string {
  const next = parameters.get('next');
  const wanted = new URLSearchParams({ ...(isSent && { [SENT]: '1' }), ...(next && { next }) }).toString();
  return pagePath('loginLink') + (wanted && `?${wanted}`);
}

function AskForLink() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const [parameters] = useSearchParams();
  const ask = useMutation({ mutationFn: (email: string) => call('POST /api/sendLoginLink', { body: { email } }) });
  const { onSubmit, summary, input, value, onError } = useOneField(
    EMAIL,
    typedEmail(state) || (parameters.get('email') ?? ''),
  );
  const send = (email: string) =>
    ask.mutate(email, {
      onError,
      onSuccess: () => void navigate(addressOf(parameters, { isSent: true }), { replace: true, state: { email } }),
    });
  return (
    <>
      <p>{TEXTS.loginLinks.lead}</p>
      <form noValidate className={formClasses.form} onSubmit={onSubmit((email) => send(email.trim()))}>
        {summary}
        <Problem error={problemOf(EMAIL, ask.error) ? null : ask.error} takesFocus />
        <TextInput {...input} type="email" autoComplete="username" />
        <div className={formClasses.actions}>
          <Button type="submit" loading={ask.isPending} fullWidth>
            Send me a link
          </Button>
        </div>
      </form>
      <BackToLogin email={value} />
    </>
  );
}

function EnterCode({ login }: { login: ReturnType<typeof useLinkLogin> }) {
  const { state } = useLocation();
  const [parameters] = useSearchParams();
  const { onSubmit, summary, input, onError } = useOneField(CODE);
  // A page that is opened by its address begins at its start.
  const isJustSent = typedEmail(state) !== '';
  return (
    <>
      <Notice meaning="good" role="status" ref={isJustSent ? takeFocus : undefined}>
        {TEXTS.loginLinks.sent}
      </Notice>
      <p>{TEXTS.loginLinks.openHere}</p>
      <form noValidate className={formClasses.form} onSubmit={onSubmit((code) => login.mutate({ code }, { onError }))}>
        {summary}
        <Problem error={problemOf(CODE, login.error) ? null : login.error} takesFocus />
        <TextInput
          {...input}
          description={TEXTS.loginLinks.codeHelp}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <div className={formClasses.actions}>
          <Button type="submit" loading={login.isPending || login.isSuccess} fullWidth>
            Log in
          </Button>
        </div>
      </form>
      <p className={classes.switch}>
        <Link to={addressOf(parameters, { isSent: false })} state={{ email: typedEmail(state) }}>
          Send another email
        </Link>
      </p>
      <BackToLogin email={typedEmail(state)} />
    </>
  );
}

/** A press uses the link, because mail scanners open links. */
function UseLink({ token, login }: { token: string; login: ReturnType<typeof useLinkLogin> }) {
  const { data: user } = useUser();
  if (login.error instanceof RequestFailed && login.error.status === 422) {
    return (
      <>
        <Problem error={login.error} takesFocus />
        {user ? (
          <Button component={Link} to={pagePath('home')}>
            Continue as {user.email}
          </Button>
        ) : (
          <>
            <Button component={Link} to={pagePath('loginLink')}>
              Request a new link
            </Button>
            <BackToLogin />
          </>
        )}
      </>
    );
  }
  return (
    <>
      <p>{TEXTS.loginLinks.press}</p>
      <Problem error={login.error} takesFocus />
      <Button onClick={once(() => login.mutate({ token }))} loading={login.isPending || login.isSuccess}>
        Log in
      </Button>
    </>
  );
}

export function LoginLinkPage() {
  const [parameters] = useSearchParams();
  const { data: user, isPending } = useUser();
  const login = useLinkLogin();
  const token = parameters.get('token');
  usePageTitle('Log in by email');
  if (isPending) return <PageSkeleton />;
  // Also after a log-in in another tab, as when the link was opened there.
  if (user && (!token || login.isSuccess)) return <Navigate to={localPath(parameters.get('next'))} replace />;
  return (
    <div className={classes.page}>
      <Title order={1}>Log in by email</Title>
      {token ? (
        <UseLink key={token} token={token} login={login} />
      ) : parameters.has(SENT) ? (
        <EnterCode login={login} />
      ) : (
        <AskForLink />
      )}
    </div>
  );
}
