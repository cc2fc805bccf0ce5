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
  replayIn,
  sequencesOf,
  upTo,
  urls,
} from '../../test/support/deliverer.ts';
import type { OutgoingAnswer } from '../outgoing/http-client.ts';
import { messageId, openDeliveryRecords } from './records.ts';
import { MOST_TRIES, STEPS_MS } from './schedule.ts';
import { changeJob, parkWhatItLeft } from './staff-requests.ts';

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

test('a replay of failed messages tests a target that cannot be reached with one at each step, and sends all once it is back', async () => {
  await using stores = await openCommandEnvironment();
  const url = 'https://school.example/';
  let isDown = true;
  const counts = { tested: 0, arrived: 0 };
  await using deliveries = await openDeliveries(
    stores,
    { applications: 20, messages: 1 },
    {
      [url]: ({ trigger }) => {
        if (trigger === 'replay') counts[isDown ? 'tested' : 'arrived'] += 1;
        return isDown ? REFUSED : answered(200);
      },
    },
    { random: () => 0.5 },
  );
  const { messages } = openDeliveryRecords(stores.vault);
  await expect.poll(() => deliveries.downSince(url), PATIENCE).toEqual({ tries: 1, isNow: true });
  await deliveries.looked(url);
  const waiting = await messages.count({ state: 'waiting' });
  expect(waiting).toBeGreaterThan(1);
  // A paused webhook makes no attempt of its own.
  await deliveries.pauseAll();
  await deliveries.replay([url], { isFailedOnly: true });
  await expect.poll(() => replayIn(stores), PATIENCE).toEqual({ state: 'running', sent: 0, retrying: waiting });
  expect(counts.tested).toBe(waiting);
  for (const [n, step] of STEPS_MS.slice(0, 3).entries()) {
    deliveries.pass(step);
    await expect.poll(() => counts.tested, PATIENCE).toBe(waiting + n + 1);
    await deliveries.looked(url);
  }
  isDown = false;
  deliveries.pass(13 * HOUR);
  await expect.poll(() => replayIn(stores), PATIENCE).toEqual({ state: 'done', sent: waiting, retrying: 0 });
  expect(counts).toEqual({ tested: waiting + 3, arrived: waiting });
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

test('a replay that staff pause keeps the attempts that it makes meanwhile', async () => {
  await using stores = await openCommandEnvironment();
  const { jobs } = openDeliveryRecords(stores.vault);
  const url = 'https://school.example/';
  let arrived = 0;
  await using deliveries = await openDeliveries(
    stores,
    { applications: 3, messages: 1 },
    {
      [url]: ({ trigger, id }) => {
        arrived += 1;
        return answered(trigger === 'replay' && id === '1' ? 500 : 200);
      },
    },
    { random: () => 0.5 },
  );
  await expect.poll(() => arrived, PATIENCE).toBe(3);
  await deliveries.replay([url]);
  await expect.poll(() => replayIn(stores), PATIENCE).toEqual({ state: 'running', sent: 2, retrying: 1 });
  const job = async () => (await jobs.find({ kind: 'replay' })).documents[0];
  const tries = async () => (await job())?.held?.map((one) => one.tries);
  let isRead = false;
  // The deliverer saves it after it was read for the pause.
  const slowly: typeof jobs = {
    ...jobs,
    async get(id) {
      const read = await jobs.get(id);
      if (isRead) return read;
      isRead = true;
      deliveries.pass(STEPS_MS[0]);
      await expect.poll(tries, PATIENCE).toEqual([2]);
      return read;
    },
  };
  await changeJob({ jobs: slowly }, (await job())?._id ?? '', { state: 'paused' }, deliveries.now());
  expect([(await job())?.state, await tries()]).toEqual(['paused', [2]]);
}, 60_000);

test('replays that staff begin at a target that is down test it, and its next step stays as near as before', async () => {
  await using stores = await openCommandEnvironment();
  const { progress } = openDeliveryRecords(stores.vault);
  const url = 'https://school.example/';
  await using deliveries = await openDeliveries(
    stores,
    { applications: 5, messages: 1 },
    { [url]: () => REFUSED },
    { random: () => 0.5 },
  );
  const { now, webhookId } = deliveries;
  await expect.poll(() => deliveries.downSince(url), PATIENCE).toEqual({ tries: 1, isNow: true });
  for (let replays = 1; replays <= 3; replays += 1) {
    deliveries.passUnseen(1000);
    await deliveries.replay([url]);
    await expect.poll(() => deliveries.downSince(url), PATIENCE).toEqual({ tries: 1, isNow: true });
    const { down } = (await progress.get(webhookId)) ?? {};
    expect(Date.parse(down?.nextTryAt ?? '') - now()).toBe(STEPS_MS[0]);
  }
}, 60_000);
