import { infiniteQueryOptions, type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import type { Webhook } from '../../../../../api/contract/webhooks.ts';
import { maskSecret } from '../../../../../domain/values/secret-mask.ts';
import type { MessageState } from '../../../../../domain/webhook/delivery.ts';
import type { PublicEventType } from '../../../../../domain/webhook/event-types.ts';
import { call, keyOf, queryOf } from '../../../shared/api/calls.ts';
import { ofMoment } from '../../../shared/as-of/use-past.ts';

/** Deliveries are not events, so no live change announces them, nor what they do to the health of a webhook. */
const LOOK_EVERY_MS = 5000;

export const webhooksQuery = (organizationId: string, asOf: string | null) => ({
  ...queryOf('/api/webhooks', { query: { organizationId, ...ofMoment(asOf) } }),
  refetchInterval: asOf === null && LOOK_EVERY_MS,
});

export const webhookQuery = (id: string) => ({
  ...queryOf('/api/webhooks/{id}', { params: { id } }),
  refetchInterval: LOOK_EVERY_MS,
});

export const webhookVersionQuery = (id: string, version: number) =>
  queryOf('/api/webhooks/{id}', { params: { id }, query: { version: String(version) } });

export interface MessageFilter {
  readonly state?: MessageState;
  readonly type?: PublicEventType;
  readonly applicationId?: string;
  /** ISO instants of the events. */
  readonly from?: string;
  readonly to?: string;
}

export const webhookMessagesQuery = (id: string, filter: MessageFilter) =>
  infiniteQueryOptions({
    queryKey: [...keyOf('/api/webhooks/{id}/messages', { params: { id } }), filter],
    queryFn: ({ pageParam }) =>
      call('GET /api/webhooks/{id}/messages', {
        params: { id },
        query: { ...filter, ...(pageParam !== null && { before: String(pageParam) }) },
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: LOOK_EVERY_MS,
  });

export const webhookMessageQuery = (id: string, number: number) =>
  queryOptions({
    ...queryOf('/api/webhooks/{id}/messages/{number}', { params: { id, number: String(number) } }),
    refetchInterval: ({ state }) => state.data?.isBeingSentAgain === true && LOOK_EVERY_MS,
  });

export const webhookReplaysQuery = (id: string) => ({
  ...queryOf('/api/webhooks/{id}/replays', { params: { id } }),
  refetchInterval: LOOK_EVERY_MS,
});

/** A new secret, until the page is left: the server shows it once. */
export const newSecretQuery = (id: string) =>
  queryOptions<string>({ queryKey: ['new webhook secret', id], queryFn: skipToken, gcTime: 0 });

/** A saved webhook; only its creation and a rotation answer with the whole secret. */
export function noteWebhook(client: QueryClient, { secret, ...webhook }: Webhook, hasNewSecret = false): void {
  const { queryKey } = webhookQuery(webhook._id);
  if (secret === null) {
    // A repeated request does not show which secret has replaced that one.
    void client.invalidateQueries({ queryKey });
  } else {
    if (hasNewSecret) client.setQueryData(newSecretQuery(webhook._id).queryKey, secret);
    client.setQueryData(queryKey, { ...webhook, secret: hasNewSecret ? maskSecret(secret) : secret });
  }
  void client.invalidateQueries({ queryKey: keyOf('/api/webhooks') });
}
