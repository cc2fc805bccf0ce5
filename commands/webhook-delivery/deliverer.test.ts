import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openCommandEnvironment } from '../../test/support/command-environment.ts';
import {
  answered,
  HOUR,
  holding,
  type Message,
  openDeliveries,
  PATIENCE,
  REFUSED,
  sequencesOf,
  upTo,
  urls,
} from '../../test/support/deliverer.ts';
import { messageId, openDeliveryRecords } from './records.ts';
import { MOST_TRIES, STEPS_MS } from './schedule.ts';

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

test('webhooks that are older than the first start of deliveries begin there', async () => {
  await using stores = await openCommandEnvironment();
  const arrived = { one: new Set<number>(), other: new Set<number>() };
  const noting = (numbers: Set<number>) => (message: Message) => {
    numbers.add(Number(message.id));
    return answered(200);
  };
  // The two webhooks are the first events of the log, and the last ones before the start.
  await using _deliveries = await openDeliveries(
    stores,
    { applications: 10, messages: 1 },
    { 'https://one.example/': noting(arrived.one), 'https://other.example/': noting(arrived.other) },
    { numberAt: async (_organizationId, position) => Number(position) },
  );
  const later = new Set([3, 4, 5, 6, 7, 8, 9, 10]);
  await expect.poll(() => arrived, PATIENCE).toEqual({ one: later, other: later });
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

test('a target that refuses each new application for its own sake gets the next one at once, and those that failed keep their own times', async () => {
  await using stores = await openCommandEnvironment();
  const url = 'https://school.example/';
  const tries = new Map<string, number>();
  let isRefusing = true;
  let taken = 0;
  await using deliveries = await openDeliveries(
    stores,
    { applications: 20, messages: 1 },
    {
      [url]: ({ applicationId }) => {
        if (!isRefusing && !tries.has(applicationId)) {
          taken += 1;
          return answered(200);
        }
        tries.set(applicationId, (tries.get(applicationId) ?? 0) + 1);
        return answered(422);
      },
    },
    { random: () => 0.5 },
  );
  await expect.poll(() => tries.size, PATIENCE).toBe(20);
  await expect.poll(() => deliveries.downSince(url), PATIENCE).toEqual({ tries: 1, isNow: true });
  for (let more = 1; more <= 10; more += 1) {
    deliveries.publish(1);
    await expect.poll(() => tries.size, PATIENCE).toBe(20 + more);
  }
  isRefusing = false;
  deliveries.publish(5);
  await expect.poll(() => taken, PATIENCE).toBe(5);
  await deliveries.looked(url);
  expect([...tries.values()]).toEqual(Array(30).fill(1));
  expect((await deliveries.downSince(url)).tries).toBeUndefined();
}, 60_000);
