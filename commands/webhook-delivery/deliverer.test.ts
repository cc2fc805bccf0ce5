import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SYSTEM } from '../../domain/access/actor.ts';
import { webhook } from '../../domain/webhook/webhook.ts';
import {
  type CommandEnvironment,
  contextBy,
  must,
  openCommandEnvironment,
} from '../../test/support/command-environment.ts';
import { handle } from '../handling/handle.ts';
import type { OutgoingAnswer } from '../outgoing/http-client.ts';
import { newWebhookSecret } from '../webhook/webhook-secret.ts';
import { createDeliverer } from './deliverer.ts';
import { MOST_TRIES, STEPS_MS } from './schedule.ts';

const HOUR = 3_600_000;
const type = 'StatusChanged';
/** On a busy machine. */
const PATIENCE = { timeout: 30_000 };

interface Message {
  readonly id: string;
  readonly applicationId: string;
  readonly sequence: number;
}

const answered = (status: number): OutgoingAnswer => ({ kind: 'answered', status, headers: {}, body: '' });
const REFUSED: OutgoingAnswer = { kind: 'failed', failure: 'refused' };

/** Twenty applications at a time, mixed: several messages of one wait at the same time. */
const TOGETHER = 20;
function placeOf(n: number, messages: number) {
  const inGroup = n % (TOGETHER * messages);
  const application = Math.floor(n / (TOGETHER * messages)) * TOGETHER + (inGroup % TOGETHER);
  return { applicationId: `application ${application}`, sequence: Math.floor(inGroup / TOGETHER) + 1 };
}

/** A feed with so many messages of each application, and webhooks that get them. */
async function openDeliveries(
  stores: CommandEnvironment,
  { applications, messages }: { readonly applications: number; readonly messages: number },
  targets: Readonly<Record<string, (message: Message) => OutgoingAnswer>>,
) {
  const feed = Array.from({ length: applications * messages }, (_, n) => ({
    ...{ number: n + 1, position: BigInt(n + 1), type },
    ...placeOf(n, messages),
  }));
  let now = Date.parse('2026-03-02T09:00:00Z');
  const secret = newWebhookSecret();
  const environment = {
    ...stores,
    now: () => now,
    secrets: { get: async () => secret, put: async () => {}, delete: async () => true, sweep: async () => {} },
    outgoing: {
      check: async () => null,
      async send({ url, body = '', headers = {} }: { url: string; body?: string; headers?: Record<string, string> }) {
        await pause(0);
        const { applicationId, sequence } = JSON.parse(body).data;
        return targets[url]?.({ id: headers['webhook-id'] ?? '', applicationId, sequence }) ?? answered(404);
      },
    },
  };
  const webhooks = await Promise.all(
    Object.keys(targets).map(async (targetUrl) => {
      const _id = randomUUID();
      const details = { name: 'CRM', targetUrl, eventTypes: [type] };
      const create = { type: 'Create', data: { organizationId: 'org', details } } as const;
      await must(handle(environment, webhook, _id, [create], contextBy(SYSTEM)));
      return { _id, organizationId: 'org', version: 0 };
    }),
  );
  const deliverer = createDeliverer({
    environment,
    keys: stores.keys,
    events: {
      read: async (references) =>
        references.map(({ position }) => {
          const { applicationId, sequence } = feed[Number(position) - 1] ?? {};
          const data = { applicationId, sequence, batchId: 'batch' };
          return { id: String(position), body: JSON.stringify({ type, data }), isSilent: false };
        }),
      observe() {},
      clear() {},
    },
    feed: {
      count: async () => feed.length,
      range: async (_organizationId, first, last) => feed.slice(first - 1, last),
      numberAt: async () => 0,
      publishersOf: async () => new Set(['org']),
    },
    webhooks: async () => webhooks,
    follow: () => () => {},
    isShared: false,
    onAttempt() {},
    onProblem(message, error) {
      throw new Error(message, { cause: error });
    },
  });
  const stopping = new AbortController();
  const running = deliverer.run(stopping.signal);
  return {
    pass(ms: number) {
      now += ms;
      for (const { _id } of webhooks) deliverer.lookForJobs(_id);
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await running;
    },
  };
}

/** The sequences that arrived of each application. */
const sequencesOf = (messages: readonly Message[]) =>
  new Map(
    [...Map.groupBy(messages, ({ applicationId }) => applicationId)].map(([id, own]) => [
      id,
      own.map(({ sequence }) => sequence),
    ]),
  );

const upTo = (most: number) => Array.from({ length: most }, (_, n) => n + 1);

test('500 applications with 20 messages each arrive complete and in order at a target that fails 3 of 10', async () => {
  await using stores = await openCommandEnvironment();
  const [applications, messages] = [500, 20];
  const total = applications * messages;
  const [chances = []] = fc.sample(fc.array(fc.nat(9), { minLength: total, maxLength: total, size: 'max' }), 1);
  const arrived: Message[] = [];
  const tries = new Map<string, number>();
  let failed = 0;
  await using deliveries = await openDeliveries(
    stores,
    { applications, messages },
    {
      'https://crm.example/': (message) => {
        const tried = (tries.get(message.id) ?? 0) + 1;
        tries.set(message.id, tried);
        const isRefused = (chances[(Number(message.id) + 7919 * tried) % total] ?? 0) < 3;
        // A message that never gets through is parked.
        if (isRefused && tried < MOST_TRIES) {
          failed += 1;
          return answered(500);
        }
        arrived.push(message);
        return answered(200);
      },
    },
  );
  while (arrived.length < total) {
    await pause(5);
    deliveries.pass(HOUR);
  }
  expect(failed).toBeGreaterThan(total / 4);
  const sequences = sequencesOf(arrived);
  expect(sequences.size).toBe(applications);
  for (const own of sequences.values()) expect(own).toEqual(upTo(messages));
}, 120_000);

test('a dead target with 1,000 waiting applications gets one attempt at each step, and everything once it is back', async () => {
  await using stores = await openCommandEnvironment();
  const [applications, messages] = [1000, 2];
  const total = applications * messages;
  let isDead = true;
  let attempts = 0;
  const [back, beside]: [Message[], Message[]] = [[], []];
  await using deliveries = await openDeliveries(
    stores,
    { applications, messages },
    {
      'https://dead.example/': (message) => {
        if (isDead) attempts += 1;
        else back.push(message);
        return isDead ? REFUSED : answered(200);
      },
      'https://alive.example/': (message) => {
        beside.push(message);
        return answered(200);
      },
    },
  );
  await expect.poll(() => beside.length, PATIENCE).toBe(total);
  // What was sent before the first answer.
  const first = attempts;
  expect(first).toBeLessThanOrEqual(8);
  // It went down once, however many messages were under way.
  for (const [n, step] of STEPS_MS.slice(0, 5).entries()) {
    deliveries.pass(0.75 * step);
    await pause(20);
    expect(attempts).toBe(first + n);
    deliveries.pass(0.5 * step);
    await expect.poll(() => attempts, PATIENCE).toBe(first + n + 1);
  }
  isDead = false;
  deliveries.pass(13 * HOUR);
  await expect.poll(() => back.length, PATIENCE).toBe(total);
  for (const own of sequencesOf(back).values()) expect(own).toEqual(upTo(messages));
  expect(beside).toHaveLength(total);
}, 120_000);
