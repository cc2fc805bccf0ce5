import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { handle } from '../../commands/handling/handle.ts';
import type { OutgoingAnswer } from '../../commands/outgoing/http-client.ts';
import { newWebhookSecret } from '../../commands/webhook/webhook-secret.ts';
import { createDeliverer, type DelivererOptions } from '../../commands/webhook-delivery/deliverer.ts';
import { openDeliveryRecords } from '../../commands/webhook-delivery/records.ts';
import { addJob } from '../../commands/webhook-delivery/staff-requests.ts';
import { SYSTEM } from '../../domain/access/actor.ts';
import { webhook } from '../../domain/webhook/webhook.ts';
import { type CommandEnvironment, contextBy, must } from './command-environment.ts';

export const HOUR = 3_600_000;
const type = 'StatusChanged';
/** On a busy machine. */
export const PATIENCE = { timeout: 30_000 };

export interface Message {
  readonly id: string;
  readonly applicationId: string;
  readonly sequence: number;
  readonly trigger: string;
}

export const answered = (status: number): OutgoingAnswer => ({ kind: 'answered', status, headers: {}, body: '' });
export const REFUSED: OutgoingAnswer = { kind: 'failed', failure: 'refused' };

/** Twenty applications at a time, mixed: several messages of one wait at the same time. */
const TOGETHER = 20;
function placeOf(n: number, messages: number) {
  const inGroup = n % (TOGETHER * messages);
  const application = Math.floor(n / (TOGETHER * messages)) * TOGETHER + (inGroup % TOGETHER);
  return { applicationId: `application ${application}`, sequence: Math.floor(inGroup / TOGETHER) + 1 };
}

type OutgoingRequest = { url: string; body?: string; headers?: Record<string, string> };

const brokenOff = (signal?: AbortSignal) =>
  new Promise<OutgoingAnswer>((resolve) =>
    signal?.addEventListener('abort', () => resolve({ kind: 'failed', failure: 'timeout' })),
  );

/** Each target's host is its school. A feed with so many messages of each application, and webhooks that get them. */
export async function openDeliveries(
  stores: CommandEnvironment,
  { applications, messages }: { readonly applications: number; readonly messages: number },
  targets: Readonly<Record<string, (message: Message) => OutgoingAnswer | Promise<OutgoingAnswer>>>,
  {
    numberAt = async () => 0,
    ...more
  }: { readonly random?: () => number; readonly numberAt?: DelivererOptions['feed']['numberAt'] } = {},
) {
  const entry = (n: number) => ({ number: n + 1, position: BigInt(n + 1), type, ...placeOf(n, messages) });
  const feed = Array.from({ length: applications * messages }, (_, n) => entry(n));
  let now = Date.parse('2026-03-02T09:00:00Z');
  const secret = newWebhookSecret();
  const environment = {
    ...stores,
    now: () => now,
    secrets: {
      ...{ get: async () => secret, put: async () => {}, add: async () => {}, delete: async () => true },
      sweep: async () => {},
    },
    outgoing: {
      check: async () => null,
      async send({ url, body = '', headers = {} }: OutgoingRequest, signal?: AbortSignal) {
        await pause(0);
        const { applicationId, sequence } = JSON.parse(body).data;
        const trigger = headers['webhook-trigger'] ?? '';
        const answer = targets[url]?.({ id: headers['webhook-id'] ?? '', applicationId, sequence, trigger });
        return Promise.race([answer ?? answered(404), brokenOff(signal)]);
      },
    },
  };
  const webhooks = await Promise.all(
    Object.keys(targets).map(async (targetUrl) => {
      const _id = randomUUID();
      const details = { name: 'CRM', targetUrl, eventTypes: [type], secretId: 'secret' };
      const organizationId = new URL(targetUrl).hostname;
      const create = { type: 'Create', data: { organizationId, details } } as const;
      await must(handle(environment, webhook, _id, [create], contextBy(SYSTEM)));
      return { _id, organizationId, version: 0 };
    }),
  );
  let hear: Parameters<DelivererOptions['follow']>[0] = () => {};
  const deliverer = createDeliverer({
    environment,
    keys: stores.keys,
    events: {
      read: async (references) =>
        references.map(({ position }) => {
          const { applicationId, sequence } = feed[Number(position) - 1] ?? {};
          const data = { applicationId, sequence, batchId: 'batch' };
          return {
            id: String(position),
            at: new Date(now).toISOString(),
            body: JSON.stringify({ type, data }),
            isSilent: false,
          };
        }),
      observe() {},
      clear() {},
    },
    feed: {
      count: async () => feed.length,
      range: async (_organizationId, first, last) => feed.slice(first - 1, last),
      numberAt,
      publishersOf: async () => new Set(webhooks.map(({ organizationId }) => organizationId)),
    },
    webhooks: async () => webhooks,
    follow(listener) {
      hear = listener;
      return () => {};
    },
    isShared: false,
    ...more,
    onAttempt() {},
    onProblem(message, error) {
      throw new Error(message, { cause: error });
    },
  });
  const records = openDeliveryRecords(stores.vault);
  const idOf = (url: string) => webhooks[Object.keys(targets).indexOf(url)]?._id ?? '';
  type Job = { kind: 'redeliver' | 'skip' | 'replay'; from: number; to: number; isFailedOnly?: boolean };
  const ask = (url: string, job: Job) => must(addJob(records, { webhookId: idOf(url), ...job }, contextBy(SYSTEM)));
  const stopping = new AbortController();
  const running = deliverer.run(stopping.signal);
  return {
    now: () => now,
    webhookId: webhooks[0]?._id ?? '',
    pass(ms: number) {
      now += ms;
      for (const { _id } of webhooks) deliverer.lookForJobs(_id);
    },
    /** Without a look at what is due. */
    passUnseen(ms: number) {
      now += ms;
    },
    publish(count: number) {
      for (let n = 0; n < count; n++) feed.push(entry(feed.length));
      this.pass(0);
    },
    /** Staff replay everything to the webhooks with these targets. */
    async replay(targetUrls: readonly string[], more: { readonly isFailedOnly?: boolean } = {}) {
      for (const url of targetUrls) await ask(url, { kind: 'replay', from: 1, to: feed.length, ...more });
      this.pass(0);
    },
    /** Staff pause the webhooks. */
    async pauseAll() {
      for (const { _id } of webhooks) {
        await must(handle(environment, webhook, _id, [{ type: 'Pause', data: {} }], contextBy(SYSTEM)));
      }
      hear(null);
    },
    async redeliver(targetUrl: string, number: number) {
      await ask(targetUrl, { kind: 'redeliver', from: number, to: number });
      this.pass(0);
    },
    /** The attempts at a target that is down, as they are recorded, and whether the last one was made at this moment. */
    async downSince(targetUrl: string) {
      const progress = await records.progress.get(idOf(targetUrl));
      return { tries: progress?.down?.tries, isNow: Date.parse(progress?.lastFailure?.at ?? '') === now };
    },
    /** Resolves when the webhook has looked for what is due now. */
    async looked(targetUrl: string) {
      const { _id } = await ask(targetUrl, { kind: 'skip', from: 0, to: 0 });
      this.pass(0);
      await expect.poll(async () => (await records.jobs.get(_id))?.state, PATIENCE).toBe('done');
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await running;
    },
  };
}

/** The sequences that arrived of each application. */
export const sequencesOf = (messages: readonly Message[]) =>
  new Map(
    [...Map.groupBy(messages, ({ applicationId }) => applicationId)].map(([id, own]) => [
      id,
      own.map(({ sequence }) => sequence),
    ]),
  );

export const upTo = (most: number) => Array.from({ length: most }, (_, n) => n + 1);

/** A target that does not answer until it is released, and how many requests it has at once. */
export function holding() {
  const released = Promise.withResolvers<OutgoingAnswer>();
  let held = 0;
  return {
    get held() {
      return held;
    },
    answer() {
      held += 1;
      return released.promise.finally(() => {
        held -= 1;
      });
    },
    release: () => released.resolve(answered(200)),
  };
}

export const urls = (host: string, count: number) => Array.from({ length: count }, (_, n) => `https://${host}/${n}`);

/** The open replay, as staff see it. */
export const replayIn = async (stores: CommandEnvironment) => {
  const { documents } = await openDeliveryRecords(stores.vault).jobs.find({ kind: 'replay' });
  const [job] = documents;
  return (
    job && { state: job.state, sent: job.sent, retrying: (job.held ?? []).filter(({ tries }) => tries > 0).length }
  );
};
