import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import type { QueryOf } from '../../api/contract/endpoint.ts';
import type { Endpoints } from '../../api/contract/endpoints.ts';
import { answers, freshEmail, type School } from './school.ts';
import { startTestServer, type TestServer } from './server.ts';
import { type ReceivedEvent, startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

export const environment = { WEBHOOK_ALLOW_PRIVATE: '1', RATE_LIMITS: 'off' };
export const HOUR = 3_600_000;
/** What the webhooks of these tests subscribe to. */
export const ALL = ['ApplicationSubmitted', 'StatusChanged', 'DetailsSaved'];

/** A server and the receiver of its webhooks. */
export class Deliveries {
  readonly receiver: WebhookReceiver;
  /** The server's clock moves only by this, so that no attempt is due before its test says so. */
  ahead = 0;
  readonly #start = Date.now();
  #server: TestServer | undefined;

  private constructor(receiver: WebhookReceiver) {
    this.receiver = receiver;
  }

  static async start(): Promise<Deliveries> {
    const deliveries = new Deliveries(await startWebhookReceiver());
    deliveries.#server = await startTestServer({ environment, now: deliveries.now });
    return deliveries;
  }

  get server(): TestServer {
    if (!this.#server) throw new Error('The server has not started');
    return this.#server;
  }

  now = (): number => this.#start + this.ahead;

  /** At a path of its own, so that several tests share a receiver. */
  createHook = async ({ staff: { Admin } }: School, path: string, more: object = {}) => {
    const targetUrl = `${this.receiver.url}/${path}`;
    return (await Admin.call('createWebhook', { body: { name: path, targetUrl, eventTypes: ALL, ...more } })).body;
  };

  at = (path: string): readonly ReceivedEvent[] =>
    this.receiver.received.filter((event) => event.path.endsWith(`/${path}`));

  arrived = (path: string, count: number) =>
    expect.poll(() => this.at(path).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count);

  async close(): Promise<void> {
    await this.server.close();
    await this.receiver.close();
  }
}

export async function apply({ batches, staff: { Admin } }: School, more: object = {}): Promise<string> {
  const body = { batchId: batches.Open, ...answers(freshEmail()), ...more };
  return (await Admin.call('submitApplication', { body })).body._id;
}
/** Everything that is due is looked at. */
export const wake = (school: School): Promise<string> => apply(school);

export const change = ({ staff: { Admin } }: School, id: string, body: object) =>
  Admin.call('changeApplication', { params: { id }, body });

export const read = ({ body }: ReceivedEvent) => JSON.parse(body);

export const webhookOf = async ({ staff: { Admin } }: School, id: string) =>
  (await Admin.call('getWebhook', { params: { id } })).body;

export type MessageQuery = QueryOf<Endpoints['listWebhookMessages']>;
export const messagesOf = async ({ staff: { Admin } }: School, id: string, query: MessageQuery = {}) =>
  (await Admin.call('listWebhookMessages', { params: { id }, query })).body.messages;

export function isSigned({ headers, body }: ReceivedEvent, secret: string | null): boolean {
  const key = Buffer.from(secret?.slice('whsec_'.length) ?? '', 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const signature = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(signature);
}

/** How many secrets of a webhook the vault holds. */
export async function secretsHeld({ running }: TestServer, webhookId: string): Promise<number> {
  const secrets = running.composition.environment.vault.collection<{ _id: string; owner: string }>({
    name: 'secrets',
    indexes: [],
  });
  return (await secrets.find({})).documents.filter(({ owner }) => owner === `webhook-${webhookId}`).length;
}
