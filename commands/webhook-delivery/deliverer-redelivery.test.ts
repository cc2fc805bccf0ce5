import { expect, test } from 'vitest';
import { openCommandEnvironment } from '../../test/support/command-environment.ts';
import {
  answered,
  holding,
  type Message,
  openDeliveries,
  PATIENCE,
  replayIn,
  upTo,
} from '../../test/support/deliverer.ts';

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
