import { Button, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { SetPassword } from '../../shared/accounts/set-password.tsx';
import { messageOf, RequestFailed } from '../../shared/api/api-client.ts';
import { type Answer, call } from '../../shared/api/calls.ts';
import { once } from '../../shared/browser/once.ts';
import { usePageTitle } from '../../shared/pages/page-state.tsx';
import { loginLink } from '../../shared/session/login-link.ts';
import { SendAgain } from '../../shared/session/send-again.tsx';
import { useUser } from '../../shared/session/session.ts';
import { Notice, Problem, takeFocus } from '../../shared/ui/notice.tsx';
import classes from './auth.module.css';
import { ChoosePassword } from './choose-password.tsx';

function Confirmed({ applicationId, setPasswordToken, emailWithoutAccount, proof }: Answer<'POST /api/verifyEmail'>) {
  const { data: user } = useUser();
  // State of the first render: signing up here must not remove the form before the application is linked.
  const [isNew] = useState(!user);
  const target = applicationId ? pagePath('application', { applicationId }) : pagePath('home');
  if (setPasswordToken) {
    return (
      <ChoosePassword
        token={setPasswordToken}
        lead={
          <>
            <Notice meaning="good" role="status" ref={takeFocus}>
              {TEXTS.entering.confirmedNowPassword}
            </Notice>
            <p>{TEXTS.entering.onlyThisPassword}</p>
          </>
        }
        next={target}
      />
    );
  }
  if (emailWithoutAccount !== null && applicationId !== null && isNew) {
    return (
      <>
        <Notice meaning="good" role="status" ref={takeFocus}>
          {TEXTS.entering.emailConfirmed}
        </Notice>
        <SetPassword applicationId={applicationId} email={emailWithoutAccount} proof={proof} hasNoAccount />
      </>
    );
  }
  return (
    <>
      <Notice meaning="good" role="status" ref={takeFocus}>
        {TEXTS.entering.emailConfirmed}
      </Notice>
      <Button component={Link} to={user ? target : loginLink(target)}>
        {user ? (applicationId ? TEXTS.enroll.viewMyApplication : 'Go to the home page') : 'Log in'}
      </Button>
    </>
  );
}

function NoGoodLink({ error }: { error: unknown }) {
  const { data: user } = useUser();
  return (
    <>
      {user?.emailVerified && messageOf(error) === TEXTS.accounts.linkInvalid ? (
        <Notice meaning="good" role="status" ref={takeFocus}>
          Your email, {user.email}, is already confirmed.
        </Notice>
      ) : (
        <>
          <Problem error={error} takesFocus={error instanceof RequestFailed} />
          {user && !user.emailVerified && <SendAgain>{TEXTS.accounts.emailUnconfirmed}</SendAgain>}
          <p>
            {TEXTS.entering.linkWorksShortly}
            {!user && TEXTS.entering.pressedBefore}
          </p>
        </>
      )}
      <Button component={Link} to={user ? pagePath('home') : pagePath('login')}>
        {user ? 'Go to your enrollments' : 'Log in'}
      </Button>
      <p className={classes.switch}>
        {TEXTS.entering.notAppliedYet} <Link to={pagePath('enroll')}>See the programs</Link>
      </p>
    </>
  );
}

/** A retry would not help: the link was used or never existed. */
const isUsedUp = (error: unknown): boolean => error instanceof RequestFailed && error.status === 422;

/** A press consumes the link, because mail scanners open links. */
export function VerifyEmailPage() {
  const [parameters] = useSearchParams();
  const client = useQueryClient();
  const token = parameters.get('token');
  const verify = useMutation({
    mutationFn: (value: string) => call('POST /api/verifyEmail', { body: { token: value } }),
    onSuccess: () => client.invalidateQueries(),
  });
  usePageTitle('Confirm your email');
  return (
    <div className={classes.page}>
      <Title order={1}>Confirm your email</Title>
      {!token ? (
        <NoGoodLink error={TEXTS.accounts.linkInvalid} />
      ) : verify.isSuccess ? (
        <Confirmed {...verify.data} />
      ) : isUsedUp(verify.error) ? (
        <NoGoodLink error={verify.error} />
      ) : (
        <>
          <p>{TEXTS.entering.confirmEmail}</p>
          <Problem error={verify.error} takesFocus />
          <Button onClick={once(() => verify.mutate(token))} loading={verify.isPending}>
            Confirm my email
          </Button>
        </>
      )}
    </div>
  );
}
