import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { use } from 'react';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { messageOf } from '../../../shared/api/api-client.ts';
import { call } from '../../../shared/api/calls.ts';
import { once } from '../../../shared/browser/once.ts';
import { Deleted } from '../../../shared/editor/deleted.ts';
import documents from '../../../shared/editor/documents.module.css';
import { SendAgain } from '../../../shared/session/send-again.tsx';
import { useUser } from '../../../shared/session/session.ts';
import { showAlert } from '../../../shared/ui/dialogs.tsx';
import classes from './email-templates.module.css';

/** `templateId` is null for a template with unsaved changes. */
export function TestEmail({ templateId }: { templateId: string | null }) {
  const { data: user } = useUser();
  const test = useMutation({
    mutationFn: (id: string) => call('POST /api/emailTemplates/{id}/test', { params: { id } }),
    onSuccess: ({ message }) => void showAlert(message),
    onError: (error) => void showAlert(messageOf(error)),
  });
  if (use(Deleted)) return null;
  return (
    <section className={documents.preview} aria-label="Test email">
      <h3>Test email</h3>
      {user && !user.emailVerified ? (
        <SendAgain>{TEXTS.emailTemplates.testUnproven}</SendAgain>
      ) : templateId === null ? (
        <p>{TEXTS.emailEditor.saveBeforeTest}</p>
      ) : (
        <Button
          variant="default"
          size="sm"
          className={classes.button}
          loading={test.isPending}
          onClick={once(() => test.mutate(templateId))}
        >
          Send a test email to me
        </Button>
      )}
    </section>
  );
}
