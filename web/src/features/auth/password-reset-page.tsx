import { Button, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useLocation, useSearchParams } from 'react-router';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { call } from '../../shared/api/calls.ts';
import formClasses from '../../shared/forms/forms.module.css';
import { usePageTitle } from '../../shared/pages/page-state.tsx';
import { Notice, Problem, takeFocus } from '../../shared/ui/notice.tsx';
import classes from './auth.module.css';
import { BackToLogin, ChoosePassword } from './choose-password.tsx';
import { typedEmail } from './typed-email.ts';
import { EMAIL, problemOf, useOneField } from './use-one-field.tsx';

function AskForLink() {
  const { state } = useLocation();
  const ask = useMutation({ mutationFn: (email: string) => call('POST /api/sendResetLink', { body: { email } }) });
  const { onSubmit, summary, input, value, onError } = useOneField(EMAIL, typedEmail(state));
  if (ask.isSuccess) {
    return (
      <>
        <Notice meaning="good" role="status" ref={takeFocus}>
          {ask.data.message}
        </Notice>
        <p>{TEXTS.entering.linkWorksOnce}</p>
        <Button variant="default" onClick={() => ask.reset()}>
          Send another link
        </Button>
        <BackToLogin email={value} />
      </>
    );
  }
  return (
    <>
      <p>{TEXTS.entering.enterEmail}</p>
      <form
        noValidate
        className={formClasses.form}
        onSubmit={onSubmit((email) => ask.mutate(email.trim(), { onError }))}
      >
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

export function PasswordResetPage() {
  const [parameters] = useSearchParams();
  const token = parameters.get('token');
  const title = token ? 'Choose a new password' : 'Reset your password';
  usePageTitle(title);
  return (
    <div className={classes.page}>
      <Title order={1}>{title}</Title>
      {token ? <ChoosePassword key={token} token={token} /> : <AskForLink />}
    </div>
  );
}
