import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { SYSTEM } from '../../domain/access/actor.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { contextBy, openCommandEnvironment } from '../../test/support/command-environment.ts';
import { openDeliveryRecords, type WebhookJob } from './records.ts';
import { addJob } from './staff-requests.ts';

type Kind = WebhookJob['kind'];

/** Each worker has its own queue, and all share one storage. */
async function openWorkers(count: number) {
  const stores = await openCommandEnvironment();
  const workers = Array.from({ length: count }, () => openDeliveryRecords(stores.vault));
  return {
    stores,
    ask: (kind: Kind, webhookId: string, n = 0) => {
      const records = workers[n % count] ?? openDeliveryRecords(stores.vault);
      return addJob(records, { webhookId, kind, from: 1, to: 1 }, { ...contextBy(SYSTEM), organizationId: 'school' });
    },
    open: async (kind: Kind) =>
      (await openDeliveryRecords(stores.vault).jobs.find({ kind, state: ['asked', 'running'] })).documents.length,
  };
}

test.each([
  ['replay', 5],
  ['redeliver', 20],
  ['skip', 20],
] as const)('a webhook has so many open jobs at most, also of several workers: %s, %i', async (kind, most) => {
  const { stores, ask, open } = await openWorkers(3);
  await using _stores = stores;
  const webhookId = randomUUID();
  await Promise.all(Array.from({ length: 2 * most }, (_, n) => ask(kind, webhookId, n)));
  expect(await open(kind)).toBeLessThanOrEqual(most);
  for (let n = 0; n < most; n += 1) await ask(kind, webhookId);
  expect(await open(kind)).toBe(most);
  const message = TEXTS.webhooks.tooManyJobs[kind](most);
  expect(await ask(kind, webhookId)).toMatchObject({ ok: false, rejection: { code: 'refused', message } });
  expect(await ask(kind, randomUUID())).toMatchObject({ ok: true, value: { state: 'running' } });
});

test('a school has 100 open jobs of a kind at most, however many webhooks it has', async () => {
  const { stores, ask, open } = await openWorkers(2);
  await using _stores = stores;
  for (let n = 0; n < 100; n += 1) await ask('redeliver', `webhook ${n % 10}`, n);
  const message = TEXTS.webhooks.tooManyJobsOfSchool(100);
  expect(await ask('redeliver', 'another')).toMatchObject({ ok: false, rejection: { code: 'refused', message } });
  expect(await open('redeliver')).toBe(100);
  expect(await ask('skip', 'another')).toMatchObject({ ok: true });
});

test('a job that a process left before it was counted is accepted when it is repeated, and is counted for a minute only', async () => {
  await using stores = await openCommandEnvironment();
  const records = openDeliveryRecords(stores.vault);
  const replay = { webhookId: 'webhook', kind: 'replay', from: 1, to: 1 } as const;
  const context = contextBy(SYSTEM);
  const first = await addJob(records, replay, context);
  if (!first.ok) throw new Error('refused');
  const left = { ...first.value, state: 'asked' } as const;
  await records.jobs.replace(left);
  expect(await addJob(records, replay, context)).toMatchObject({
    ok: true,
    value: { _id: left._id, state: 'running' },
  });
  const leave = (createdAt: string) => records.jobs.insert({ ...left, _id: randomUUID(), createdAt });
  for (let n = 0; n < 10; n += 1) await leave('2026-01-01T00:00:00.000Z');
  expect(await addJob(records, replay, contextBy(SYSTEM))).toMatchObject({ ok: true });
  for (let n = 0; n < 3; n += 1) await leave(left.createdAt);
  expect(await addJob(records, replay, contextBy(SYSTEM))).toMatchObject({ ok: false });
});
