import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Webhook, WebhookHealth } from '../../../../../api/contract/webhooks.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { messageOf } from '../../../shared/api/api-client.ts';
import { call, keyOf } from '../../../shared/api/calls.ts';
import { once } from '../../../shared/browser/once.ts';
import documents from '../../../shared/editor/documents.module.css';
import { showAlert } from '../../../shared/ui/dialogs.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { HealthWords } from './health.tsx';
import { Messages } from './messages.tsx';
import { noteWebhook, webhookReplaysQuery } from './queries.ts';
import { Replays } from './replays.tsx';
import classes from './webhooks.module.css';

const MEANINGS = {
  healthy: 'good',
  retrying: 'attention',
  failing: 'attention',
  paused: 'neutral',
  disabled: 'problem',
} as const;

/** Whether and what the webhook delivers. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const { _id: id, health } = webhook;
  if (!health) return null;
  return (
    <section className={classes.deliveries} aria-label="Deliveries">
      <h3>Deliveries</h3>
      <Notice meaning={MEANINGS[health.state]}>
        <HealthWords health={health} />
        {health.advice !== null && <p>{health.advice}</p>}
        {health.reason === 'failing' && <p>{TEXTS.webhookPages.disabled}</p>}
      </Notice>
      <Standing webhook={webhook} health={health} />
      <Messages webhook={webhook} />
      <Replays webhookId={id} hasFailed={health.parked + health.waiting > 0} />
    </section>
  );
}

function useChange() {
  const client = useQueryClient();
  return {
    onSuccess: (changed: Webhook) => {
      noteWebhook(client, changed);
      void client.invalidateQueries({
        queryKey: keyOf('/api/webhooks/{id}/replays', { params: { id: changed._id } }),
      });
    },
    onError: (error: Error) => void showAlert(messageOf(error)),
  };
}

function Standing({ webhook: { _id: id, standing }, health }: { webhook: Webhook; health: WebhookHealth }) {
  const answers = useChange();
  const pause = useMutation({
    mutationFn: () => call('POST /api/webhooks/{id}/pause', { params: { id } }),
    ...answers,
  });
  const [isAsking, setIsAsking] = useState(false);
  if (standing === 'enabled') {
    return (
      <Button
        variant="default"
        size="sm"
        className={classes.button}
        loading={pause.isPending}
        onClick={once(() => pause.mutate())}
      >
        Pause
      </Button>
    );
  }
  return isAsking ? (
    <Enabling id={id} health={health} onCancel={() => setIsAsking(false)} />
  ) : (
    <Button size="sm" className={classes.button} onClick={() => setIsAsking(true)}>
      Enable
    </Button>
  );
}

/** What is to happen to the events that the webhook has missed; with the count of them. */
function Enabling({ id, health, onCancel }: { id: string; health: WebhookHealth; onCancel: () => void }) {
  const { data } = useQuery(webhookReplaysQuery(id));
  const enable = useMutation({
    mutationFn: (missed: 'send' | 'skip') =>
      call('POST /api/webhooks/{id}/enable', { params: { id }, body: { missed } }),
    ...useChange(),
  });
  const count =
    data &&
    `${data.isMissedMore ? 'more than ' : ''}${data.missed.toLocaleString('en')} ${data.missed === 1 ? 'event' : 'events'}`;
  const since = health.state === 'paused' ? 'since it was paused' : 'since it failed';
  return (
    <section className={classes.choice} aria-label="Enable the webhook">
      <p>
        {count === undefined ? 'Counting what the webhook has missed…' : TEXTS.webhookPages.missed(count)}{' '}
        {TEXTS.webhookPages.whatToGet}
      </p>
      <div className={documents.buttons}>
        <Button size="sm" loading={enable.isPending} onClick={once(() => enable.mutate('send'))}>
          Everything {since}
        </Button>
        <Button size="sm" variant="default" disabled={enable.isPending} onClick={once(() => enable.mutate('skip'))}>
          Only new events
        </Button>
        <Button size="sm" variant="subtle" disabled={enable.isPending} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </section>
  );
}
