import { Button, PasswordInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { call } from '../../shared/api/calls.ts';
import { removeAllDrafts } from '../../shared/drafts/drafts.ts';
import formClasses from '../../shared/forms/forms.module.css';
import { leavePage } from '../../shared/session/session.ts';
import { showAlert, showConfirm } from '../../shared/ui/dialogs.tsx';
import { Problem } from '../../shared/ui/notice.tsx';
import classes from './account.module.css';

export function DeleteAccount() {
  const headingId = useId();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const erase = useMutation({
    mutationFn: () => call('POST /api/me/delete', { body: { password } }),
    onSuccess: async ({ message }) => {
      removeAllDrafts();
      await showAlert(message);
      leavePage(client);
      // flushSync: this page would ask to log in again before the next page is rendered.
      void navigate(pagePath('home'), { replace: true, flushSync: true });
    },
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(password === '');
    if (password === '' || erase.isPending) return;
    const isSure = await showConfirm(
      'Are you sure you want to delete your account? All your applications, answers and files are erased. This cannot be undone.',
      { confirmLabel: 'Delete my account', isDestructive: true },
    );
    if (isSure) erase.mutate();
  };
  return (
    <section className={`${classes.section} ${classes.danger}`} aria-labelledby={headingId}>
      <Title order={2} size="h3" id={headingId}>
        Delete your account
      </Title>
      <p>
        This erases your account and everything about you at every school on this portal: applications, answers, files
        and messages. This can’t be undone. Download your data first if you want to keep it.
      </p>
      <form noValidate className={`${formClasses.form} ${classes.form}`} onSubmit={(event) => void submit(event)}>
        <Problem error={erase.error} takesFocus />
        <PasswordInput
          label="Your password"
          aria-invalid={isMissing && password === ''}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          required
          withAsterisk={false}
          error={isMissing && password === '' ? TEXTS.forms.required : null}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
        />
        <div>
          <Button type="submit" color="red" variant="outline" loading={erase.isPending}>
            Delete my account
          </Button>
        </div>
      </form>
    </section>
  );
}
