import type { MessageState, WebhookTrigger } from '../../domain/webhook/delivery.ts';
import { putDocument } from '../vault/put-document.ts';
import type { Outcome } from '../webhook/attempt.ts';
import type { PublicEvent } from '../webhook/public-events.ts';
import type { NumberedReference } from './feed.ts';
import { attemptedOf, boxOf, type DeliveryRecords, messageId, type WebhookMessage } from './records.ts';
import type { SealResponse } from './responses.ts';

const KEPT_ATTEMPTS = 20;

/** The records of one webhook's messages. */
export class LaneMessages {
  readonly #webhook: { readonly _id: string; readonly organizationId: string };
  readonly #records: DeliveryRecords['messages'];
  readonly #seal: SealResponse;
  readonly #now: () => number;

  constructor(
    webhook: { readonly _id: string; readonly organizationId: string },
    {
      records,
      seal,
      now,
    }: { readonly records: Pick<DeliveryRecords, 'messages'>; readonly seal: SealResponse; readonly now: () => number },
  ) {
    this.#webhook = webhook;
    this.#records = records.messages;
    this.#seal = seal;
    this.#now = now;
  }

  /** In the order of the feed. */
  async inBoxes(states: readonly MessageState[], limit: number): Promise<readonly WebhookMessage[]> {
    const box = states.map((state) => boxOf(this.#webhook._id, state));
    const { documents } = await this.#records.find({ box }, { limit });
    return documents.toSorted((one, other) => one.number - other.number);
  }

  /** How many attempts each message has had. */
  async attemptedOf(references: readonly NumberedReference[]): Promise<readonly number[]> {
    const stored = await this.getMany(references);
    const counts = new Map(stored.map((message) => [message.number, attemptedOf(message)]));
    return references.map(({ number }) => counts.get(number) ?? 0);
  }

  /** Those up to the number may have a record of a former leader. */
  async withoutRecord(
    references: readonly NumberedReference[],
    recordedUntil: number,
  ): Promise<readonly NumberedReference[]> {
    const doubtful = references.filter(({ number }) => number <= recordedUntil);
    if (doubtful.length === 0) return references;
    const known = new Set((await this.getMany(doubtful)).map(({ number }) => number));
    return references.filter(({ number }) => !known.has(number));
  }

  get(number: number): Promise<WebhookMessage | undefined> {
    return this.#records.get(messageId(this.#webhook._id, number));
  }

  getMany(references: readonly Pick<NumberedReference, 'number'>[]): Promise<readonly WebhookMessage[]> {
    return this.#records.getMany(references.map(({ number }) => messageId(this.#webhook._id, number)));
  }

  in = (state: MessageState): Pick<WebhookMessage, 'state' | 'box'> => ({
    state,
    box: boxOf(this.#webhook._id, state),
  });

  of(
    { applicationId, number, type }: NumberedReference,
    event: Pick<PublicEvent, 'id' | 'at'>,
    { state }: { readonly state: MessageState },
  ): WebhookMessage {
    const at = new Date(this.#now()).toISOString();
    const { _id: webhookId, organizationId } = this.#webhook;
    return {
      ...{ _id: messageId(webhookId, number), webhookId, organizationId, applicationId, number, type },
      ...{ eventId: event.id, happenedAt: event.at },
      ...{ ...this.in(state), tries: 0, nextTryAt: null, firstAt: at, lastAt: at, attempts: [] },
    };
  }

  async withAttempt(message: WebhookMessage, outcome: Outcome, trigger: WebhookTrigger): Promise<WebhookMessage> {
    const { retryAfterMs: _clamped, response, ...attempt } = outcome;
    const sealed = await this.#seal(message, response);
    const attempts = [...message.attempts, { ...attempt, trigger, response: sealed }].slice(-KEPT_ATTEMPTS);
    // The record is made after the attempt has begun.
    const firstAt = message.firstAt < outcome.at ? message.firstAt : outcome.at;
    return { ...message, firstAt, lastAt: outcome.at, attempted: attemptedOf(message) + 1, attempts };
  }

  async insert(message: WebhookMessage): Promise<void> {
    await this.#records.insert(message);
  }

  put(message: WebhookMessage): Promise<void> {
    return putDocument(this.#records, message);
  }

  async keep(
    message: WebhookMessage,
    { state, ...others }: Partial<WebhookMessage> & { readonly state: MessageState },
  ): Promise<void> {
    await this.put({ ...message, nextTryAt: null, ...others, ...this.in(state) });
  }

  async keepRecorded(
    number: number,
    changes: { readonly state: MessageState; readonly nextTryAt: string | null },
  ): Promise<void> {
    const message = await this.get(number);
    if (message) await this.keep(message, changes);
  }
}
