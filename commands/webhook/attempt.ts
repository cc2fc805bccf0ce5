import { chatBodyOf } from '../../domain/webhook/chat-message.ts';
import type { DeliveryFailure, WebhookTrigger } from '../../domain/webhook/delivery.ts';
import { formerSecretsOf, type WebhookDetails } from '../../domain/webhook/events.ts';
import type { PublicPayload } from '../../domain/webhook/payload-schema.ts';
import type { Answered, HttpClient, OutgoingAnswer } from '../outgoing/http-client.ts';
import { retryAfterOf } from '../outgoing/retry-after.ts';
import type { SealedSecrets } from '../vault/sealed-secrets.ts';
import { signatureHeaders } from './webhook-secret.ts';

/** `status` is null without an answer, `failure` for a delivery. */
export interface Outcome {
  readonly at: string;
  readonly ms: number;
  readonly status: number | null;
  readonly failure: DeliveryFailure | null;
  readonly expiredAt?: string;
  /** The target's clock less ours, if it is far off and the target refused. */
  readonly skewMs?: number;
  readonly response: string | null;
  /** Of the answer's `Retry-After`; 0 without one. */
  readonly retryAfterMs: number;
}

/** What a webhook sends: the event as JSON, or its chat message. */
export const messageBodyOf = (
  { format, chatForm, chatText }: Pick<WebhookDetails, 'format' | 'chatForm' | 'chatText'>,
  body: string,
): string => (format === 'full' ? body : chatBodyOf(JSON.parse(body) as PublicPayload, chatForm, chatText));

/** The secret, and for a day after each rotation the former one. */
export async function secretsOf(
  secrets: Pick<SealedSecrets, 'get'>,
  details: Pick<WebhookDetails, 'secretId' | 'formerSecret'>,
  now: number,
): Promise<readonly string[]> {
  const former = formerSecretsOf(details).filter(({ until }) => now < Date.parse(until));
  const ids = [details.secretId, ...former.map(({ secretId }) => secretId)];
  const found = await Promise.all(ids.map((id) => (id === null ? undefined : secrets.get(id))));
  return found.filter((secret) => secret !== undefined);
}

/**
 * One request. Tests, deliveries, redeliveries and replays all use it. Fails without one if there is no secret, because
 * receivers must be able to verify each.
 */
export async function post(
  { outgoing, now }: { readonly outgoing: Pick<HttpClient, 'send'>; readonly now: () => number },
  {
    url,
    body,
    id,
    trigger,
    attempt,
    secrets,
  }: {
    readonly url: string;
    readonly body: string;
    readonly id: string;
    readonly trigger: WebhookTrigger;
    /** From 1, of whatever trigger. */
    readonly attempt: number;
    readonly secrets: readonly string[];
  },
  signal?: AbortSignal,
): Promise<Outcome> {
  const at = now();
  if (secrets.length === 0) return { at: new Date(at).toISOString(), ms: 0, ...UNSIGNED };
  const headers = {
    'Content-Type': 'application/json',
    'webhook-trigger': trigger,
    'webhook-attempt': String(attempt),
    ...signatureHeaders(secrets, { id, at, body }),
  };
  const begun = performance.now();
  const answer = await outgoing.send({ method: 'POST', url, headers, body }, signal);
  const ms = Math.round(performance.now() - begun);
  return { at: new Date(at).toISOString(), ms, ...readAnswer(answer, now()) };
}

type Read = Omit<Outcome, 'at' | 'ms'>;

const UNSIGNED: Read = { status: null, failure: 'unsigned', response: null, retryAfterMs: 0 };

function readAnswer(answer: OutgoingAnswer, now: number): Read {
  if (answer.kind === 'failed') {
    const { failure, expiredAt } = answer;
    return { status: null, failure, response: null, retryAfterMs: 0, ...(expiredAt !== undefined && { expiredAt }) };
  }
  const { status, headers, body } = answer;
  return {
    status,
    failure: failureOf(status),
    response: body === '' ? null : body,
    retryAfterMs: retryAfterOf(headers, now),
    ...skewOf(answer, now),
  };
}

function failureOf(status: number): DeliveryFailure | null {
  if (status >= 200 && status < 300) return null;
  if (status === 410) return 'gone';
  return status >= 300 && status < 400 ? 'redirect' : 'status';
}

const FAR_OFF_MS = 60_000;

/** Targets refuse messages whose time is not theirs. */
function skewOf({ status, headers }: Answered, now: number): { skewMs?: number } {
  const skewMs = Date.parse(headers.date ?? '') - now;
  return status >= 400 && status < 500 && Math.abs(skewMs) > FAR_OFF_MS ? { skewMs } : {};
}
