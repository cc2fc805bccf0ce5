import { Button, CopyButton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Webhook } from '../../../../../api/contract/webhooks.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { messageOf } from '../../../shared/api/api-client.ts';
import { call } from '../../../shared/api/calls.ts';
import { once } from '../../../shared/browser/once.ts';
import { Moment } from '../../../shared/dates/dates.tsx';
import documents from '../../../shared/editor/documents.module.css';
import { showAlert, showConfirm } from '../../../shared/ui/dialogs.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { newSecretQuery, noteWebhook } from './queries.ts';
import classes from './webhooks.module.css';

const QUESTION = TEXTS.webhookPages.confirmNewSecret;

const END_QUESTION = TEXTS.webhookPages.confirmEndSecret;

/** The whole secret appears only after its creation. */
export function SecretSection({ webhook: { _id: id, secret, formerSecretUntil } }: { webhook: Webhook }) {
  const client = useQueryClient();
  const { data: fresh } = useQuery(newSecretQuery(id));
  const rotate = useMutation({
    mutationFn: () => call('POST /api/webhooks/{id}/rotateSecret', { params: { id } }),
    onSuccess: (webhook) => noteWebhook(client, webhook, true),
    onError: (error) => void showAlert(messageOf(error)),
  });
  const end = useMutation({
    mutationFn: () => call('POST /api/webhooks/{id}/endFormerSecret', { params: { id } }),
    onSuccess: (webhook) => noteWebhook(client, webhook, false),
    onError: (error) => void showAlert(messageOf(error)),
  });
  const askToEnd = async () => {
    if (await showConfirm(END_QUESTION, { confirmLabel: 'End it now', isDestructive: true })) end.mutate();
  };
  const ask = async () => {
    if (await showConfirm(QUESTION, { confirmLabel: 'New secret' })) rotate.mutate();
  };
  return (
    <section className={documents.preview} aria-label="Secret">
      <h3>Secret</h3>
      <p>
        Events are signed with this secret as <em>Standard Webhooks</em> describes, so that your service can check that
        they come from your school.
      </p>
      {fresh ? (
        <>
          <Notice meaning="attention" role="status">
            {TEXTS.webhookPages.secretShownOnce}
          </Notice>
          <div className={classes.secret}>
            <code>{fresh}</code>
            <CopyButton value={fresh}>
              {({ copied, copy }) => (
                <Button variant="default" size="compact-md" onClick={copy}>
                  {copied ? 'Copied' : 'Copy'}
                </Button>
              )}
            </CopyButton>
          </div>
        </>
      ) : (
        <code className={classes.code}>{secret ?? 'None'}</code>
      )}
      {formerSecretUntil && (
        <div>
          <p>
            The old secret also signs until <Moment at={formerSecretUntil} />.
          </p>
          <Button
            variant="default"
            size="sm"
            className={classes.button}
            loading={end.isPending}
            onClick={once(() => void askToEnd())}
          >
            End the old secret now
          </Button>
        </div>
      )}
      <Button
        variant="default"
        size="sm"
        className={classes.button}
        loading={rotate.isPending}
        onClick={once(() => void ask())}
      >
        Rotate secret
      </Button>
    </section>
  );
}
