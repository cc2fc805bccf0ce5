import '@mantine/core/styles/Progress.layer.css';
import { Button, NativeSelect, Progress } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WebhookReplay } from '../../../../../api/contract/webhooks.ts';
import { counted } from '../../../../../domain/text/counted.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { messageOf } from '../../../shared/api/api-client.ts';
import { call } from '../../../shared/api/calls.ts';
import { once } from '../../../shared/browser/once.ts';
import { useAtOnce } from '../../../shared/browser/use-at-once.ts';
import { Moment } from '../../../shared/dates/dates.tsx';
import { MomentInput } from '../../../shared/dates/moment-input.tsx';
import { Disclosure } from '../../../shared/editor/disclosure.tsx';
import documents from '../../../shared/editor/documents.module.css';
import { showAlert } from '../../../shared/ui/dialogs.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { webhookReplaysQuery } from './queries.ts';
import classes from './webhooks.module.css';

const labelOf = (rate: number | null): string =>
  rate === null ? 'As fast as the target answers' : `${counted(rate, 'event', 'events')} per second`;
const optionOf = (rate: number | null): string => (rate === null ? '' : String(rate));
const rateOf = (value: string): number | null => (value === '' ? null : Number(value));

const RATES = [null, 1, 10, 100];

/** `chosen` may be one that a program has set. */
const ratesWith = (chosen: number | null) =>
  [...RATES, ...(RATES.includes(chosen) ? [] : [chosen])].map((rate) => ({
    value: optionOf(rate),
    label: labelOf(rate),
  }));

/** Events that failed, once the target is mended, and past ones for a service that is new or has lost some. */
export function Replays({ webhookId: id, hasFailed }: { webhookId: string; hasFailed: boolean }) {
  const { data } = useQuery(webhookReplaysQuery(id));
  return (
    <>
      {hasFailed && (
        <Disclosure summary="Send failed events again">
          <NewReplay id={id} isFailedOnly />
        </Disclosure>
      )}
      <Disclosure summary="Send past events again">
        <NewReplay id={id} isFailedOnly={false} />
      </Disclosure>
      {data && data.replays.length > 0 && (
        <ul className={documents.list} aria-label="Replays">
          {data.replays.map((replay) => (
            <li key={replay._id} className={classes.replay}>
              <Replay id={id} replay={replay} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function useReplayed(id: string) {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: webhookReplaysQuery(id).queryKey });
}

function NewReplay({ id, isFailedOnly }: { id: string; isFailedOnly: boolean }) {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [rate, setRate] = useState<number | null>(null);
  const start = useMutation({
    mutationFn: () =>
      call('POST /api/webhooks/{id}/replays', {
        params: { id },
        body: { from: from || null, to: to || null, isFailedOnly, rate },
      }),
    onSuccess: useReplayed(id),
  });
  return (
    <form
      className={classes.form}
      // The button starts it, also by Enter: a browser then clicks it.
      onSubmit={(event) => event.preventDefault()}
    >
      <p>{isFailedOnly ? TEXTS.webhookPages.failedHelp : TEXTS.webhookPages.replayHelp}</p>
      <div className={classes.row}>
        <MomentInput
          label={isFailedOnly ? 'Happened since (empty: all that failed)' : 'From (empty: the first event)'}
          at={from}
          onMoment={setFrom}
        />
        {!isFailedOnly && <MomentInput label="Up to (empty: now)" at={to} onMoment={setTo} />}
        <NativeSelect
          size="sm"
          label="Speed"
          data={ratesWith(rate)}
          value={optionOf(rate)}
          onChange={({ currentTarget: { value } }) => setRate(rateOf(value))}
        />
      </div>
      {start.error && (
        <Notice meaning="problem" role="alert">
          {messageOf(start.error)}
        </Notice>
      )}
      <div className={documents.buttons}>
        <Button type="submit" size="sm" loading={start.isPending} onClick={once(() => start.mutate())}>
          {isFailedOnly ? 'Send failed events' : 'Send past events'}
        </Button>
      </div>
    </form>
  );
}

const STATES: Readonly<Record<WebhookReplay['state'], string>> = {
  running: 'Running',
  paused: 'Paused',
  done: 'Done',
  cancelled: 'Cancelled',
};

function Replay({ id, replay }: { id: string; replay: WebhookReplay }) {
  const { _id: replayId, state, total, done, sent, failed, createdAt, isFailedOnly, pausedFor } = replay;
  const { retrying, nextTryAt, advice, waitsFor } = replay;
  const change = useMutation({
    mutationFn: (body: { state: 'running' | 'paused' | 'cancelled' } | { rate: number | null }) =>
      call('PUT /api/webhooks/{id}/replays/{replayId}', { params: { id, replayId }, body }),
    onSettled: useReplayed(id),
    onError: (error) => void showAlert(messageOf(error)),
  });
  const [rate, chooseRate] = useAtOnce(replay.rate, (wanted) => change.mutate({ rate: wanted }));
  const isOpen = state === 'running' || state === 'paused';
  const percent = total === 0 ? 100 : Math.floor((100 * done) / total);
  return (
    <>
      <p>
        {isFailedOnly ? 'Failed events' : 'Past events'}, <Moment at={createdAt} />:{' '}
        {waitsFor === null ? STATES[state] : 'Waiting'}, {done.toLocaleString('en')} of {total.toLocaleString('en')},{' '}
        {sent.toLocaleString('en')} sent
        {failed > 0 && `, ${failed.toLocaleString('en')} failed`}
      </p>
      {waitsFor !== null && <p>{TEXTS.webhookPages.replayWaitsFor[waitsFor]}</p>}
      {retrying > 0 && <p>{TEXTS.webhookPages.replayRetries(counted(retrying, 'application', 'applications'))}</p>}
      {nextTryAt !== null && (
        <p>
          Next attempt: <Moment at={nextTryAt} />
        </p>
      )}
      {advice !== null && <p>{advice}</p>}
      {pausedFor !== null && <p>{TEXTS.webhookPages.replayPausedFor[pausedFor]}</p>}
      {isOpen && (
        <>
          <Progress value={percent} aria-label={`${percent}% of the events`} />
          <div className={documents.buttons}>
            <Button
              size="sm"
              variant="default"
              disabled={change.isPending}
              onClick={once(() => change.mutate({ state: state === 'running' ? 'paused' : 'running' }))}
            >
              {state === 'running' ? 'Pause' : 'Continue'}
            </Button>
            <Button
              size="sm"
              variant="default"
              disabled={change.isPending}
              onClick={once(() => change.mutate({ state: 'cancelled' }))}
            >
              Cancel
            </Button>
            <NativeSelect
              size="sm"
              aria-label="Speed"
              data={ratesWith(rate)}
              value={optionOf(change.isError ? replay.rate : rate)}
              onChange={({ currentTarget: { value } }) => chooseRate(rateOf(value))}
            />
          </div>
        </>
      )}
    </>
  );
}
