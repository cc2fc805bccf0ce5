import { Button } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Webhook, WebhookMessageView } from '../../../../../api/contract/webhooks.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { visibleLines } from '../../../../../domain/text/visible.ts';
import { pagePath } from '../../../../../domain/values/pages.ts';
import type { WebhookTrigger } from '../../../../../domain/webhook/delivery.ts';
import { messageOf } from '../../../shared/api/api-client.ts';
import { call, keyOf } from '../../../shared/api/calls.ts';
import { once } from '../../../shared/browser/once.ts';
import { formatMoment, Moment } from '../../../shared/dates/dates.tsx';
import documents from '../../../shared/editor/documents.module.css';
import { EmptyState, ErrorState } from '../../../shared/pages/page-state.tsx';
import { showAlert, showConfirm } from '../../../shared/ui/dialogs.tsx';
import { Bone, Loading } from '../../../shared/ui/skeleton.tsx';
import { Days } from './days.tsx';
import { MessageFilters } from './message-filters.tsx';
import { stateWords } from './message-words.ts';
import { type MessageFilter, webhookMessageQuery, webhookMessagesQuery } from './queries.ts';
import classes from './webhooks.module.css';

const TRIGGERS: Readonly<Record<WebhookTrigger, string>> = {
  scheduled: 'scheduled',
  redelivery: 'sent again',
  replay: 'replay',
  test: 'test',
};

/** Every message that was sent or waits, the newest first. */
export function Messages({ webhook: { _id: webhookId, eventTypes } }: { webhook: Webhook }) {
  const [filter, setFilter] = useState<MessageFilter>({});
  const query = useInfiniteQuery(webhookMessagesQuery(webhookId, filter));
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  const messages = data?.pages.flatMap((page) => page.messages);
  const [first] = data?.pages ?? [];
  return (
    <>
      {first && <Days days={first.days} />}
      <MessageFilters eventTypes={eventTypes} filter={filter} onFilter={setFilter} />
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !messages && (
        <Loading label="Loading messages">
          <Bone height="3rem" />
          <Bone height="3rem" />
        </Loading>
      )}
      {messages?.length === 0 && (
        <EmptyState order={4} title={isEmpty(filter) ? 'No messages yet' : 'No messages match these filters'}>
          {TEXTS.webhookPages.noMessages}
        </EmptyState>
      )}
      {messages && messages.length > 0 && (
        <ol className={documents.list}>
          {messages.map((message) => (
            <li key={message.number}>
              <Message
                webhookId={webhookId}
                message={message}
                onlyApplicant={
                  filter.applicationId === undefined
                    ? () => setFilter({ ...filter, applicationId: message.applicationId })
                    : null
                }
              />
            </li>
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button
          variant="default"
          size="sm"
          className={classes.button}
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show older messages
        </Button>
      )}
    </>
  );
}

const isEmpty = (filter: MessageFilter): boolean => Object.keys(filter).length === 0;

function Message({
  webhookId,
  message,
  onlyApplicant,
}: {
  webhookId: string;
  message: WebhookMessageView;
  /** Null if they are the only ones already. */
  onlyApplicant: (() => void) | null;
}) {
  const { type, state, applicant, applicationId, happenedAt, lastAt, nextTryAt, attempts } = message;
  const [isOpen, setIsOpen] = useState(false);
  const isTriedLater =
    attempts.length > 0 && (happenedAt === null || formatMoment(happenedAt) !== formatMoment(lastAt));
  return (
    <details className={classes.message} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        <IconChevronRight size={18} stroke={1.75} aria-hidden />
        <span className={classes.head}>
          <span className={classes.type}>{type}</span>
          <span dir="auto">{applicant ?? applicationId}</span>
          {happenedAt !== null && (
            <span className={documents.quiet}>
              Happened: <Moment at={happenedAt} />
            </span>
          )}
          {isTriedLater && (
            <span className={documents.quiet}>
              Last attempt: <Moment at={lastAt} />
            </span>
          )}
        </span>
        <span className={classes.state} data-state={state}>
          {stateWords(message)}
        </span>
      </summary>
      {nextTryAt !== null && (
        <p>
          Next attempt: <Moment at={nextTryAt} />
        </p>
      )}
      {isOpen && <Details webhookId={webhookId} number={message.number} onlyApplicant={onlyApplicant} />}
    </details>
  );
}

function Details({
  webhookId: id,
  number,
  onlyApplicant,
}: {
  webhookId: string;
  number: number;
  onlyApplicant: (() => void) | null;
}) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(webhookMessageQuery(id, number));
  const params = { id, number: String(number) };
  const answers = {
    onSuccess: (shown: NonNullable<typeof data>) => {
      client.setQueryData(webhookMessageQuery(id, number).queryKey, shown);
      void client.invalidateQueries({ queryKey: keyOf('/api/webhooks/{id}/messages', { params: { id } }) });
      void client.invalidateQueries({ queryKey: keyOf('/api/webhooks') });
      void client.invalidateQueries({ queryKey: keyOf('/api/webhooks/{id}', { params: { id } }) });
    },
    onError: (problem: Error) => void showAlert(messageOf(problem)),
  };
  const redeliver = useMutation({
    mutationFn: () => call('POST /api/webhooks/{id}/messages/{number}/redeliver', { params }),
    ...answers,
  });
  const skip = useMutation({
    mutationFn: () => call('POST /api/webhooks/{id}/messages/{number}/skip', { params }),
    ...answers,
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Loading label="Loading the message">
        <Bone height="6rem" />
      </Loading>
    );
  }
  const ask = async () => {
    const question = TEXTS.webhookPages.confirmSkip;
    if (await showConfirm(question, { confirmLabel: 'Skip' })) skip.mutate();
  };
  const isPending = redeliver.isPending || skip.isPending;
  return (
    <div className={classes.details}>
      <p>
        <Link to={pagePath('application', { applicationId: data.applicationId })}>Open the application</Link>
      </p>
      <dl>
        <dt>Message</dt>
        <dd>
          <code>{data.eventId}</code>
        </dd>
      </dl>
      <h4>Attempts</h4>
      {data.isBeingSentAgain && <p>{TEXTS.webhookPages.beingSentAgain}</p>}
      {data.attempts.length === 0 ? (
        <p>None yet.</p>
      ) : (
        <ol className={classes.attempts}>
          {data.attempts.map(({ at, trigger, ms, status, advice, response }, index) => (
            <li key={`${at} ${trigger}`}>
              <p>
                <Moment at={at} />, {TRIGGERS[trigger]}, {ms.toLocaleString('en')} ms
                {status !== null && `, status ${status}`}
              </p>
              {advice !== null && <p>{advice}</p>}
              {response !== null && (
                <Sent label={`Answer ${data.attempts.length - index} to message ${number}`}>{response}</Sent>
              )}
            </li>
          ))}
        </ol>
      )}
      {data.body !== null && (
        <>
          <h4>Request</h4>
          <Sent label={`Request of message ${number}`}>{indented(data.body)}</Sent>
        </>
      )}
      <div className={documents.buttons}>
        <Button
          variant="default"
          size="sm"
          loading={redeliver.isPending}
          disabled={isPending}
          onClick={once(() => redeliver.mutate())}
        >
          Send again
        </Button>
        {onlyApplicant && (
          <Button variant="default" size="sm" onClick={onlyApplicant}>
            Show only this application
          </Button>
        )}
        {data.state !== 'delivered' && data.state !== 'skipped' && (
          <Button
            variant="default"
            size="sm"
            loading={skip.isPending}
            disabled={isPending}
            onClick={once(() => void ask())}
          >
            Skip
          </Button>
        )}
      </div>
    </div>
  );
}

function Sent({ label, children }: { label: string; children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard (WCAG 2.1.1).
    <section className={classes.text} aria-label={label} tabIndex={0} dir="auto">
      {visibleLines(children)}
    </section>
  );
}

const indented = (body: string): string => JSON.stringify(JSON.parse(body), null, 2);
