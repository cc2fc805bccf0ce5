import { randomUUID } from 'node:crypto';
import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises';
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
import { messageId, openDeliveryRecords } from './records.ts';
import { MOST_TRIES, STEPS_MS } from './schedule.ts';
import { addJob, changeJob, parkWhatItLeft } from './staff-requests.ts';

const HOUR = 3_600_000;
const type = 'StatusChanged';
/** On a busy machine. */
const PATIENCE = { timeout: 30_000 };

interface Message {
  readonly id: string;
  readonly applicationId: string;
  readonly sequence: number;
  readonly trigger: string;
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

type OutgoingRequest = { url: string; body?: string; headers?: Record<string, string> };

const brokenOff = (signal?: AbortSignal) =>
  new Promise<OutgoingAnswer>((resolve) =>
    signal?.addEventListener('abort', () => resolve({ kind: 'failed', failure: 'timeout' })),
  );

/** Each target's host is its school. A feed with so many messages of each application, and webhooks that get them. */
async function openDeliveries(
  stores: CommandEnvironment,
  { applications, messages }: { readonly applications: number; readonly messages: number },
  targets: Readonly<Record<string, (message: Message) => OutgoingAnswer | Promise<OutgoingAnswer>>>,
  more: { readonly random?: () => number } = {},
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
      numberAt: async () => 0,
      publishersOf: async () => new Set(webhooks.map(({ organizationId }) => organizationId)),
    },
    webhooks: async () => webhooks,
    follow: () => () => {},
    isShared: false,
    ...more,
    onAttempt() {},
    onProblem(message, error) {
      throw new Error(message, { cause: error });
    },
  });
  const records = openDeliveryRecords(stores.vault);
  const idOf = (url: string) => webhooks[Object.keys(targets).indexOf(url)]?._id ?? '';
  const ask = (url: string, job: { kind: 'redeliver' | 'skip' | 'replay'; from: number; to: number }) =>
    must(addJob(records, { webhookId: idOf(url), ...job }, contextBy(SYSTEM)));
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
    async replay(targetUrls: readonly string[]) {
      for (const url of targetUrls) await ask(url, { kind: 'replay', from: 1, to: feed.length });
      this.pass(0);
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
  const dead = 'https://dead.example/';
  const recorded = () => deliveries.downSince(dead);
  await expect.poll(recorded, PATIENCE).toEqual({ tries: 1, isNow: true });
  await deliveries.looked(dead);
  // What was sent before the first answer.
  const first = attempts;
  expect(first).toBeLessThanOrEqual(8);
  // It went down once, however many messages were under way.
  for (const [n, step] of STEPS_MS.slice(0, 5).entries()) {
    deliveries.pass(0.75 * step);
    await deliveries.looked(dead);
    deliveries.pass(0.5 * step);
    // Events wake it also while the outcome of its probe is being recorded.
    while (attempts === first + n) await pause(0);
    for (let woken = 0; woken < 50; woken += 1) {
      await immediate();
      deliveries.pass(0);
    }
    await expect.poll(recorded, PATIENCE).toEqual({ tries: n + 2, isNow: true });
    expect(attempts).toBe(first + n + 1);
  }
  isDead = false;
  deliveries.pass(13 * HOUR);
  await expect.poll(() => back.length, PATIENCE).toBe(total);
  for (const own of sequencesOf(back).values()) expect(own).toEqual(upTo(messages));
  expect(beside).toHaveLength(total);
}, 120_000);

/** A target that does not answer until it is released, and how many requests it has at once. */
function holding() {
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

const urls = (host: string, count: number) => Array.from({ length: count }, (_, n) => `https://${host}/${n}`);

test('targets that hold their messages delay neither another webhook of their school nor one of another school', async () => {
  await using stores = await openCommandEnvironment();
  const [applications, messages] = [40, 2];
  const slow = holding();
  const [same, other]: [Message[], Message[]] = [[], []];
  const schools = Array.from({ length: 8 }, (_, n) => `school-${n}.example`);
  const slowUrls = schools.flatMap((school) => urls(school, 20));
  await using deliveries = await openDeliveries(
    stores,
    { applications, messages },
    {
      ...Object.fromEntries(slowUrls.map((url) => [url, slow.answer])),
      'https://school-0.example/healthy': (message) => {
        same.push(message);
        return answered(200);
      },
      'https://other.example/': (message) => {
        other.push(message);
        return answered(200);
      },
    },
  );
  // All places: the healthy webhooks get their messages beyond them.
  await expect.poll(() => slow.held, PATIENCE).toBeGreaterThan(200);
  await expect.poll(() => [same.length, other.length], PATIENCE).toEqual([80, 80]);
  deliveries.publish(40);
  await expect.poll(() => [same.length, other.length], PATIENCE).toEqual([120, 120]);
  expect(slow.held).toBeLessThanOrEqual(512);
  for (const own of sequencesOf(same).values()) expect(own).toEqual(upTo(messages).slice(0, own.length));
}, 120_000);

test('replays hold at most half of the places of their school, and live events of another webhook go on', async () => {
  await using stores = await openCommandEnvironment();
  const slow = holding();
  const replayed = urls('school.example', 30);
  const before = new Map<string, number>();
  const live: Message[] = [];
  await using deliveries = await openDeliveries(
    stores,
    { applications: 40, messages: 1 },
    {
      ...Object.fromEntries(
        replayed.map((url) => [
          url,
          ({ trigger }: Message) => {
            if (trigger === 'replay') return slow.answer();
            before.set(url, (before.get(url) ?? 0) + 1);
            return answered(200);
          },
        ]),
      ),
      'https://school.example/healthy': (message) => {
        live.push(message);
        return answered(200);
      },
    },
  );
  await expect.poll(() => [live.length, ...before.values()], PATIENCE).toEqual(Array(31).fill(40));
  await deliveries.replay(replayed);
  await expect.poll(() => slow.held, PATIENCE).toBeGreaterThanOrEqual(16);
  deliveries.publish(200);
  await expect.poll(() => live.length, PATIENCE).toBe(240);
  expect(slow.held).toBe(16);
}, 120_000);

test('probes of a dead target use up none of the attempts of a message, and leave the time of its next one', async () => {
  await using stores = await openCommandEnvironment();
  const { messages, progress } = openDeliveryRecords(stores.vault);
  await using deliveries = await openDeliveries(
    stores,
    { applications: 2, messages: 1 },
    { 'https://dead.example/': () => answered(500) },
    // Each step without jitter.
    { random: () => 0.5 },
  );
  const { now, webhookId } = deliveries;
  const begun = now();
  const oldest = () => messages.get(messageId(webhookId, 1));
  const shown: [number, string | null][] = [];
  const isParked = async () => (await oldest())?.state === 'parked';
  while (!(await isParked())) {
    const sent = shown.length + 1;
    await expect.poll(async () => (await oldest())?.attempted, PATIENCE).toBe(sent);
    // Both are sent together until the target is down.
    if (sent <= 5) await expect.poll(async () => (await messages.get(messageId(webhookId, 2)))?.tries).toBe(sent);
    if (sent >= 5) await expect.poll(async () => (await progress.get(webhookId))?.down?.tries).toBe(sent - 4);
    const message = await oldest();
    const down = (await progress.get(webhookId))?.down;
    shown.push([message?.tries ?? 0, message?.nextTryAt ?? null]);
    const next = down?.nextTryAt ?? message?.nextTryAt;
    if (next) deliveries.pass(Date.parse(next) - now());
  }
  expect(shown.map(([tries]) => tries)).toEqual([1, 2, 3, 4, 5, 5, 5, 5, 5, 6, 7, 8]);
  expect(new Set(shown.slice(4, 9).map(([, next]) => next)).size).toBe(1);
  expect(now() - begun).toBeGreaterThanOrEqual(STEPS_MS.reduce((sum, step) => sum + step, 0));
}, 60_000);

test('a target that refuses some applications gets those of others at once, also while it counts as down', async () => {
  await using stores = await openCommandEnvironment();
  const url = 'https://school.example/';
  const refused = new Map<string, number>();
  let taken = 0;
  await using deliveries = await openDeliveries(
    stores,
    { applications: 20, messages: 1 },
    {
      [url]: ({ applicationId }) => {
        const number = Number(applicationId.split(' ')[1]);
        if (number % 2 === 0 && number < 20) {
          refused.set(applicationId, (refused.get(applicationId) ?? 0) + 1);
          return answered(500);
        }
        taken += 1;
        return answered(200);
      },
    },
    { random: () => 0.5 },
  );
  await expect.poll(() => [taken, refused.size], PATIENCE).toEqual([10, 10]);
  const tries = () => [...refused.values()].toSorted();
  deliveries.pass(STEPS_MS[0]);
  // Of those that have failed, the last ones wait if ten in a row had failed before their turn.
  await expect.poll(async () => (await deliveries.downSince(url)).tries, PATIENCE).toBe(1);
  for (let more = 1; more <= 4; more += 1) {
    deliveries.publish(1);
    await expect.poll(() => taken, PATIENCE).toBe(10 + more);
  }
  expect(tries().at(-1)).toBe(2);
}, 60_000);

test('live events go on while a redelivery of their webhook is under way, and a second one waits for the first', async () => {
  await using stores = await openCommandEnvironment();
  const slow = holding();
  const url = 'https://school.example/';
  const live: Message[] = [];
  await using deliveries = await openDeliveries(
    stores,
    { applications: 40, messages: 1 },
    {
      [url]: (message) => {
        if (message.trigger === 'redelivery') return slow.answer();
        live.push(message);
        return answered(200);
      },
    },
  );
  await expect.poll(() => live.length, PATIENCE).toBe(40);
  await deliveries.redeliver(url, 1);
  await deliveries.redeliver(url, 2);
  await expect.poll(() => slow.held, PATIENCE).toBe(1);
  deliveries.publish(40);
  await expect.poll(() => live.length, PATIENCE).toBe(80);
  expect(slow.held).toBe(1);
}, 120_000);

test('live events go on while a replay of their webhook is under way, before its next message and in order', async () => {
  await using stores = await openCommandEnvironment();
  const slow = holding();
  const url = 'https://school.example/';
  const arrived: Message[] = [];
  const live = () => arrived.filter(({ trigger }) => trigger === 'scheduled');
  await using deliveries = await openDeliveries(
    stores,
    // The first messages of twenty applications.
    { applications: 10, messages: 2 },
    {
      [url]: (message) => {
        arrived.push(message);
        return message.trigger === 'replay' ? slow.answer() : answered(200);
      },
    },
  );
  await expect.poll(() => live().length, PATIENCE).toBe(20);
  await deliveries.replay([url]);
  await expect.poll(() => slow.held, PATIENCE).toBe(8);
  const held = new Set(arrived.filter(({ trigger }) => trigger === 'replay').map(({ applicationId }) => applicationId));
  deliveries.publish(20);
  await expect.poll(() => live().length, PATIENCE).toBe(32);
  expect(live().filter(({ applicationId, sequence }) => sequence === 2 && held.has(applicationId))).toEqual([]);
  const before = arrived.length;
  slow.release();
  await expect.poll(() => arrived.length, PATIENCE).toBe(60);
  const triggers = arrived.slice(before).map(({ trigger }) => trigger);
  expect(triggers).toEqual([...Array(8).fill('scheduled'), ...Array(12).fill('replay')]);
}, 60_000);

test('a redelivery goes before the rest of a replay that is under way', async () => {
  await using stores = await openCommandEnvironment();
  const url = 'https://school.example/';
  const arrived: string[] = [];
  await using deliveries = await openDeliveries(
    stores,
    { applications: 300, messages: 1 },
    {
      [url]: async ({ trigger }) => {
        arrived.push(trigger);
        if (arrived.length === 310) await deliveries.redeliver(url, 1);
        return answered(200);
      },
    },
  );
  await expect.poll(() => arrived.length, PATIENCE).toBe(300);
  await deliveries.replay([url]);
  await expect.poll(() => arrived.length, PATIENCE).toBe(601);
  expect(arrived.indexOf('redelivery')).toBeLessThan(340);
}, 60_000);

test('a live event is tried again when it is due, also while a replay of its webhook waits longer', async () => {
  await using stores = await openCommandEnvironment();
  const url = 'https://school.example/';
  const arrived: Message[] = [];
  const count = (trigger: string) => arrived.filter((message) => message.trigger === trigger).length;
  const [step = 0] = STEPS_MS;
  await using deliveries = await openDeliveries(
    stores,
    { applications: 1, messages: 1 },
    {
      [url]: (message) => {
        arrived.push(message);
        return answered(message.trigger === 'replay' || message.id === '2' ? 500 : 200);
      },
    },
    { random: () => 0.5 },
  );
  await expect.poll(() => count('scheduled'), PATIENCE).toBe(1);
  await deliveries.replay([url]);
  await expect.poll(() => count('replay'), PATIENCE).toBe(1);
  deliveries.pass(step);
  await expect.poll(() => count('replay'), PATIENCE).toBe(2);
  deliveries.publish(1);
  await expect.poll(() => count('scheduled'), PATIENCE).toBe(2);
  await deliveries.looked(url);
  deliveries.pass(step - 200);
  await deliveries.looked(url);
  deliveries.passUnseen(400);
  await expect.poll(() => count('scheduled'), { timeout: 3000 }).toBe(3);
}, 60_000);

test('a replay goes on while its target refuses one application, whose messages follow in order, and sends nothing twice', async () => {
  await using stores = await openCommandEnvironment();
  const url = 'https://school.example/';
  let arrived: Message[] = [];
  let refused: number[] | null = null;
  await using deliveries = await openDeliveries(
    stores,
    { applications: 40, messages: 10 },
    {
      [url]: (message) => {
        if (refused && message.applicationId === 'application 3') {
          refused.push(message.sequence);
          return answered(500);
        }
        arrived.push(message);
        return answered(200);
      },
    },
    { random: () => 0.5 },
  );
  await expect.poll(() => arrived.length, PATIENCE).toBe(400);
  [arrived, refused] = [[], []];
  await deliveries.replay([url]);
  await expect.poll(() => arrived.length, PATIENCE).toBe(390);
  expect(refused).toEqual([1]);
  for (const step of STEPS_MS) {
    const tries: number = refused.length;
    deliveries.pass(step);
    await expect.poll(() => refused?.length, PATIENCE).toBeGreaterThan(tries);
  }
  // The last attempt of the first message is over, so the next one follows.
  await expect.poll(() => refused, PATIENCE).toEqual([...Array(MOST_TRIES).fill(1), 2]);
  expect(arrived).toHaveLength(390);
  refused = null;
  deliveries.pass(STEPS_MS[0]);
  await expect.poll(() => arrived.length, PATIENCE).toBe(399);
  const { jobs } = openDeliveryRecords(stores.vault);
  const replayed = async () => (await jobs.find({ kind: 'replay' })).documents[0];
  await expect.poll(replayed).toMatchObject({ state: 'done', sent: 399, failed: 1, held: [], open: 0 });
  expect(arrived.every(({ trigger }) => trigger === 'replay')).toBe(true);
  for (const [id, own] of sequencesOf(arrived)) expect(own).toEqual(upTo(10).slice(id === 'application 3' ? 1 : 0));
}, 60_000);

/** The open replay, as staff see it. */
const replayIn = async (stores: CommandEnvironment) => {
  const { documents } = await openDeliveryRecords(stores.vault).jobs.find({ kind: 'replay' });
  const [job] = documents;
  return (
    job && { state: job.state, sent: job.sent, retrying: (job.held ?? []).filter(({ tries }) => tries > 0).length }
  );
};

test('a replay goes on with an application as soon as staff have sent its message again', async () => {
  await using stores = await openCommandEnvironment();
  const url = 'https://school.example/';
  const arrived: Message[] = [];
  await using deliveries = await openDeliveries(
    stores,
    { applications: 20, messages: 3 },
    {
      [url]: (message) => {
        const isRefused = message.trigger === 'replay' && message.id === '1';
        if (!isRefused) arrived.push(message);
        return answered(isRefused ? 500 : 200);
      },
    },
  );
  await expect.poll(() => arrived.length, PATIENCE).toBe(60);
  await deliveries.replay([url]);
  await expect.poll(() => replayIn(stores), PATIENCE).toEqual({ state: 'running', sent: 57, retrying: 1 });
  await deliveries.redeliver(url, 1);
  await expect.poll(() => replayIn(stores), PATIENCE).toEqual({ state: 'done', sent: 59, retrying: 0 });
  expect(
    arrived
      .slice(60)
      .filter(({ applicationId }) => applicationId === 'application 0')
      .map(({ sequence }) => sequence),
  ).toEqual(upTo(3));
}, 60_000);

test('a replay that its target refuses goes on once a live event gets through, and is tested with messages that have not failed', async () => {
  await using stores = await openCommandEnvironment();
  const url = 'https://school.example/';
  let isRefusing = true;
  const counts = { scheduled: 0, replay: 0, refused: 0 };
  await using deliveries = await openDeliveries(
    stores,
    { applications: 40, messages: 1 },
    {
      [url]: ({ trigger }) => {
        const isRefused = isRefusing && trigger === 'replay';
        counts[isRefused ? 'refused' : trigger === 'replay' ? 'replay' : 'scheduled'] += 1;
        return answered(isRefused ? 503 : 200);
      },
    },
  );
  await expect.poll(() => counts.scheduled, PATIENCE).toBe(40);
  await deliveries.replay([url]);
  await expect.poll(() => replayIn(stores), PATIENCE).toEqual({ state: 'running', sent: 0, retrying: 16 });
  for (let live = 1; live <= 10; live += 1) {
    deliveries.publish(1);
    await expect.poll(() => counts.refused, PATIENCE).toBe(16 + live);
  }
  await deliveries.looked(url);
  const { held = [] } = (await openDeliveryRecords(stores.vault).jobs.find({ kind: 'replay' })).documents[0] ?? {};
  expect(held.map(({ tries }) => tries).filter((tries) => tries > 0)).toEqual(Array(26).fill(1));
  isRefusing = false;
  deliveries.publish(1);
  await expect.poll(() => replayIn(stores), PATIENCE).toEqual({ state: 'done', sent: 40, retrying: 0 });
}, 60_000);

test('a replay that is cancelled parks nothing that another one tries again', async () => {
  await using stores = await openCommandEnvironment();
  const records = openDeliveryRecords(stores.vault);
  const url = 'https://school.example/';
  let arrived = 0;
  await using deliveries = await openDeliveries(
    stores,
    { applications: 12, messages: 1 },
    {
      [url]: ({ trigger, id }) => {
        arrived += 1;
        return answered(trigger === 'replay' && Number(id) <= 3 ? 500 : 200);
      },
    },
  );
  await expect.poll(() => arrived, PATIENCE).toBe(12);
  await deliveries.replay([url]);
  await expect.poll(() => replayIn(stores), PATIENCE).toEqual({ state: 'running', sent: 9, retrying: 3 });
  const [first] = (await records.jobs.find({ kind: 'replay' })).documents;
  await deliveries.replay([url]);
  const second = (await records.jobs.find({ kind: 'replay' })).documents.find(({ _id }) => _id !== first?._id);
  const cancel = async (id = '') => {
    const cancelled = await changeJob(records, id, { state: 'cancelled' }, deliveries.now());
    if (cancelled) await parkWhatItLeft(records, cancelled);
    return Promise.all(
      [1, 2, 3].map(async (n) => (await records.messages.get(messageId(deliveries.webhookId, n)))?.state),
    );
  };
  expect(await cancel(second?._id)).toEqual(Array(3).fill('replaying'));
  expect(await cancel(first?._id)).toEqual(Array(3).fill('parked'));
}, 60_000);

test('a replay begins at a target that is back, also if nothing is left that would test it', async () => {
  await using stores = await openCommandEnvironment();
  const url = 'https://school.example/';
  let isDown = true;
  const arrived: Message[] = [];
  await using deliveries = await openDeliveries(
    stores,
    { applications: 1, messages: 1 },
    {
      [url]: (message) => {
        if (isDown) return REFUSED;
        arrived.push(message);
        return answered(200);
      },
    },
  );
  const { messages } = openDeliveryRecords(stores.vault);
  const message = () => messages.get(messageId(deliveries.webhookId, 1));
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    await expect.poll(async () => (await message())?.tries, PATIENCE).toBe(tries);
    deliveries.pass(13 * HOUR);
  }
  expect(await message()).toMatchObject({ state: 'parked' });
  isDown = false;
  await deliveries.replay([url]);
  await expect.poll(() => replayIn(stores), PATIENCE).toEqual({ state: 'done', sent: 1, retrying: 0 });
}, 60_000);

test('a replay that staff begin tests a target that is down at once, and goes on', async () => {
  await using stores = await openCommandEnvironment();
  const url = 'https://school.example/';
  let isDown = true;
  const attempts: string[] = [];
  await using deliveries = await openDeliveries(
    stores,
    { applications: 5, messages: 1 },
    {
      [url]: ({ trigger }) => {
        if (isDown) return REFUSED;
        attempts.push(trigger);
        return answered(200);
      },
    },
  );
  await expect.poll(async () => (await deliveries.downSince(url)).tries, PATIENCE).toBe(1);
  isDown = false;
  await deliveries.replay([url]);
  await expect.poll(() => replayIn(stores), PATIENCE).toEqual({ state: 'done', sent: 5, retrying: 0 });
  expect(attempts[0]).toBe('scheduled');
}, 60_000);

test('what a replay tries again is tried at once when staff pause and continue it, also while others are under way', async () => {
  await using stores = await openCommandEnvironment();
  const records = openDeliveryRecords(stores.vault);
  const url = 'https://school.example/';
  const late = Promise.withResolvers<OutgoingAnswer>();
  let isRefusing = true;
  let arrived = 0;
  let isHeld = false;
  await using deliveries = await openDeliveries(
    stores,
    { applications: 20, messages: 1 },
    {
      [url]: ({ trigger, id }) => {
        arrived += 1;
        if (trigger !== 'replay') return answered(200);
        if (id === '20') isHeld = true;
        return id === '20' ? late.promise : answered(isRefusing && id === '1' ? 500 : 200);
      },
    },
  );
  await expect.poll(() => arrived, PATIENCE).toBe(20);
  await deliveries.replay([url]);
  await expect.poll(() => isHeld, PATIENCE).toBe(true);
  isRefusing = false;
  const [job] = (await records.jobs.find({ kind: 'replay' })).documents;
  for (const state of ['paused', 'running'] as const) {
    await changeJob(records, job?._id ?? '', { state }, deliveries.now());
    deliveries.pass(0);
  }
  late.resolve(answered(200));
  await expect.poll(() => replayIn(stores), PATIENCE).toEqual({ state: 'done', sent: 20, retrying: 0 });
}, 60_000);
