import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { messageOf } from '../../shared/api/api-client.ts';
import { call } from '../../shared/api/calls.ts';
import type { Field } from '../../shared/forms/field-errors.ts';
import formClasses from '../../shared/forms/forms.module.css';
import { NewPassword } from '../../shared/forms/new-password.tsx';
import { loginLink } from '../../shared/session/login-link.ts';
import { useUser } from '../../shared/session/session.ts';
import { Notice, Problem, takeFocus } from '../../shared/ui/notice.tsx';
import classes from './auth.module.css';
import { EmailLink } from './email-link.tsx';
import { problemOf, useOneField } from './use-one-field.tsx';

const PASSWORD: Field = {
  name: 'password',
  label: 'New password',
  dataType: 'text',
  required: true,
  missing: TEXTS.forms.missingOwn('new password'),
};

export const BackToLogin = ({ email }: { email?: string }) => (
  <p className={classes.switch}>
    {email ? (
      <EmailLink to={pagePath('login')} email={email}>
        Back to login
      </EmailLink>
    ) : (
      <Link to={pagePath('login')}>Back to login</Link>
    )}
  </p>
);

interface Choice {
  token: string;
  lead?: ReactNode;
  next?: string;
}

export function ChoosePassword({ token, lead = <p>{TEXTS.entering.loggedOutEverywhere}</p>, next }: Choice) {
  const client = useQueryClient();
  const { data: user } = useUser();
  const reset = useMutation({
    mutationFn: (password: string) => call('POST /api/resetPassword', { body: { password, token } }),
    // The reset has ended all sessions, perhaps also this browser's.
    onSuccess: () => client.invalidateQueries(),
  });
  const { onSubmit, summary, input, value, onError } = useOneField(PASSWORD);
  if (reset.isSuccess) {
    return (
      <>
        <Notice meaning="good" role="status" ref={takeFocus}>
          {reset.data.message}
        </Notice>
        <Button component={Link} to={next ? loginLink(next) : pagePath('login')}>
          Log in
        </Button>
      </>
    );
  }
  if (reset.error && messageOf(reset.error) === TEXTS.accounts.linkInvalid) {
    return (
      <>
        <Problem error={reset.error} takesFocus />
        <p>{TEXTS.entering.linkEnded}</p>
        <Button component={Link} to={pagePath('passwordReset')}>
          Request a new link
        </Button>
        <BackToLogin />
      </>
    );
  }
  return (
    <>
      {lead}
      {user && <p>{TEXTS.entering.linkOfAnyone(user.email)}</p>}
      <form
        noValidate
        className={formClasses.form}
        onSubmit={onSubmit((password) => reset.mutate(password, { onError }))}
      >
        {summary}
        <Problem error={problemOf(PASSWORD, reset.error) ? null : reset.error} takesFocus />
        <NewPassword {...input} value={value} />
        <div className={formClasses.actions}>
          <Button type="submit" loading={reset.isPending} fullWidth>
            Set the new password
          </Button>
        </div>
      </form>
      <BackToLogin />
    </>
  );
}
