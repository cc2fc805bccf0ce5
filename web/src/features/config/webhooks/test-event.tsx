import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { messageOf } from '../../../shared/api/api-client.ts';
import { call } from '../../../shared/api/calls.ts';
import { once } from '../../../shared/browser/once.ts';
import documents from '../../../shared/editor/documents.module.css';
import { showAlert } from '../../../shared/ui/dialogs.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import classes from './webhooks.module.css';

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** `webhookId` is null for a webhook with unsaved changes. */
export function TestEvent({ webhookId }: { webhookId: string | null }) {
  const test = useMutation({
    mutationFn: (id: string) => call('POST /api/sendWebhook/{id}', { params: { id } }),
    onSuccess: ({ response }) => void showAlert(TEXTS.webhooks.testDone(response)),
    onError: (error) => void showAlert(messageOf(error)),
  });
  return (
    <section className={documents.preview} aria-label="Test event">
      <h3>Test event</h3>
      {webhookId === null ? (
        <p>{TEXTS.webhooks.saveFirst}</p>
      ) : (
        <Button
          variant="default"
          size="sm"
          className={classes.button}
          loading={test.isPending}
          onClick={once(() => test.mutate(webhookId))}
        >
          Send test event
        </Button>
      )}
      {webhookId !== null && test.data && (
        <>
          <Notice meaning={isSuccess(test.data.status) ? 'good' : 'attention'} role="status">
            The target answered with status {test.data.status}.
          </Notice>
          <pre className={classes.text} dir="auto">
            {test.data.response}
          </pre>
        </>
      )}
    </section>
  );
}
