import { Button, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useNavigate } from 'react-router';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { call } from '../../shared/api/calls.ts';
import { removeAllDrafts } from '../../shared/drafts/drafts.ts';
import { leavePage } from '../../shared/session/session.ts';
import { showAlert, showConfirm } from '../../shared/ui/dialogs.tsx';
import { Problem } from '../../shared/ui/notice.tsx';
import classes from './account.module.css';

export function DeleteAccount() {
  const headingId = useId();
  const client = useQueryClient();
  const navigate = useNavigate();
  const erase = useMutation({
    mutationFn: () => call('POST /api/me/delete'),
    onSuccess: async ({ message }) => {
      removeAllDrafts();
      leavePage(client);
      // flushSync: this page would ask to log in again before the next page is rendered.
      void navigate(pagePath('home'), { replace: true, flushSync: true });
      await showAlert(message);
    },
  });
  const ask = async () => {
    if (erase.isPending) return;
    const isSure = await showConfirm(TEXTS.account.confirmDelete, {
      confirmLabel: 'Delete my account',
      isDestructive: true,
    });
    if (isSure) erase.mutate();
  };
  return (
    <section className={`${classes.section} ${classes.danger}`} aria-labelledby={headingId}>
      <Title order={2} size="h3" id={headingId}>
        Delete your account
      </Title>
      <p>{TEXTS.account.deleteHelp}</p>
      <Problem error={erase.error} takesFocus />
      <div>
        <Button color="red" variant="outline" loading={erase.isPending} onClick={() => void ask()}>
          Delete my account
        </Button>
      </div>
    </section>
  );
}
