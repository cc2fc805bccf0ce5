import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  boxOf,
  messageId,
  openDeliveryRecords,
  type WebhookJob,
  type WebhookMessage,
} from '../../commands/webhook-delivery/records.ts';
import { addJob } from '../../commands/webhook-delivery/staff-requests.ts';
import { SYSTEM } from '../../domain/access/actor.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { adviceOf } from '../../domain/webhook/advice.ts';
import type { WebhookStanding } from '../../domain/webhook/webhook.ts';
import { contextBy, openCommandEnvironment } from '../../test/support/command-environment.ts';
import { webhookMessageView, webhookReplayView } from './webhook-message-view.ts';

const webhookId = randomUUID();
const [noon, one, two] = ['2026-03-02T12:00:00.000Z', '2026-03-02T13:00:00.000Z', '2026-03-02T14:00:00.000Z'];

const message = (number: number, state: WebhookMessage['state']): WebhookMessage => ({
  ...{ _id: messageId(webhookId, number), webhookId, organizationId: 'org', applicationId: `application ${number}` },
  ...{ number, eventId: randomUUID(), type: 'StatusChanged', state, box: boxOf(webhookId, state), tries: 1 },
  ...{ nextTryAt: state === 'waiting' ? one : null, firstAt: noon, lastAt: noon, attempts: [] },
});

test('the next attempt of a message is not before the target is tried again, and has no time while nothing is sent', async () => {
  const shown = async (state: WebhookMessage['state'], standing: WebhookStanding, down: string | null = null) => {
    const progress = { down: down === null ? null : { tries: 3, nextTryAt: down } };
    return (await webhookMessageView(message(1, state), null, { webhook: { standing }, progress, paused: new Set() }))
      .nextTryAt;
  };
  const enabled = { kind: 'enabled', warnedOf: null } as const;
  expect(await shown('waiting', enabled)).toBe(one);
  expect(await shown('waiting', enabled, two)).toBe(two);
  expect(await shown('waiting', enabled, noon)).toBe(one);
  expect(await shown('delivered', enabled, two)).toBeNull();
  expect(await shown('waiting', { kind: 'paused', since: noon }, two)).toBeNull();
  expect(await shown('waiting', { kind: 'disabled', since: noon, reason: 'gone' }, two)).toBeNull();
});

test('a message that was just answered with 410 has no next attempt, also before the webhook is shown as disabled', async () => {
  const gone = { at: noon, trigger: 'redelivery', ms: 3, status: 410, failure: 'gone', response: null } as const;
  const sending = { webhook: { standing: { kind: 'enabled', warnedOf: null } }, progress: undefined } as const;
  const view = await webhookMessageView({ ...message(1, 'waiting'), attempts: [gone] }, null, {
    ...sending,
    paused: new Set(),
  });
  expect(view.nextTryAt).toBeNull();
});

test('a replay of failed messages counts these only, and is refused without one', async () => {
  await using stores = await openCommandEnvironment();
  const records = openDeliveryRecords(stores.vault);
  const ask = (from: number, to: number) =>
    addJob(records, { webhookId, kind: 'replay', from, to, isFailedOnly: true }, contextBy(SYSTEM));
  await Promise.all(
    (['parked', 'queued', 'parked', 'waiting', 'delivered'] as const).map((state, n) =>
      records.messages.insert(message(n + 1, state)),
    ),
  );
  expect(await ask(5, 100)).toMatchObject({ ok: false, rejection: { message: TEXTS.webhooks.replayNoneFailed } });
  const asked = await ask(2, 100);
  if (!asked.ok) throw new Error('refused');
  const done = (changes: object) => webhookReplayView({ ...asked.value, ...changes });
  expect(done({})).toMatchObject({ total: 2, done: 0 });
  expect(done({ next: 4, sent: 1 })).toMatchObject({ total: 2, done: 1 });
  expect(done({ next: 101, sent: 1, state: 'done' })).toMatchObject({ total: 2, done: 2 });
});

test('a replay shows whether it waits for another one or for its target, the next attempt of any application, and of the oldest only while that one tests the target', () => {
  const held = [
    { applicationId: 'one', number: 7, tries: 1, nextTryAt: '2026-03-02T09:01:00.000Z' },
    { applicationId: 'two', number: 3, tries: 4, nextTryAt: '2026-03-02T12:00:00.000Z' },
  ];
  const job: WebhookJob = {
    ...{ _id: 'job', webhookId: 'webhook', organizationId: 'school', kind: 'replay', from: 1, to: 9, held, open: 2 },
    ...{ isFailedOnly: false, rate: null, state: 'running', next: 10, sent: 7, failed: 0 },
    ...{ createdAt: '', createdBy: null, finishedAt: null },
  };
  const earlier = { ...job, _id: 'earlier', createdAt: '2026-03-02T08:00:00.000Z' };
  const later = { ...job, _id: 'later', createdAt: '2026-03-02T08:00:01.000Z' };
  const waiting = (...replays: readonly WebhookJob[]) =>
    replays.map((one) => webhookReplayView(one, { replays, tested: null }).waitsFor);
  expect(waiting(later, earlier)).toEqual(['replay', null]);
  expect(waiting(later, { ...earlier, state: 'paused' })).toEqual([null, null]);
  expect(waiting({ ...later, state: 'paused' }, earlier)).toEqual([null, null]);
  const lastFailure = { at: noon, failure: 'status', status: 500 } as const;
  const tested = { lastFailure, down: { tries: 2, nextTryAt: '2026-03-02T09:30:00.000Z' } };
  const beside = { replays: [later, earlier], tested };
  expect(webhookReplayView(earlier, beside)).toMatchObject({
    ...{ waitsFor: 'target', nextTryAt: tested.down.nextTryAt, advice: adviceOf(lastFailure) },
  });
  expect(webhookReplayView(later, beside)).toMatchObject({ waitsFor: 'replay' });
  expect(webhookReplayView({ ...earlier, state: 'paused' }, beside)).toMatchObject({ waitsFor: null, nextTryAt: null });
  const nextOf = (changes: Partial<WebhookJob>) => webhookReplayView({ ...job, ...changes }).nextTryAt;
  expect(nextOf({})).toBe('2026-03-02T09:01:00.000Z');
  const down = { tries: 1, nextTryAt: '2026-03-02T09:00:30.000Z', isUnreachable: true, hasRefusedTest: false };
  expect(nextOf({ down })).toBe('2026-03-02T12:00:00.000Z');
  expect(nextOf({ down, state: 'paused' })).toBeNull();
  const refusing = { ...down, isUnreachable: false };
  expect(nextOf({ down: refusing })).toBe('2026-03-02T09:01:00.000Z');
  // Events that have not failed test the target.
  expect(nextOf({ down: refusing, next: 9 })).toBe('2026-03-02T09:00:30.000Z');
  expect(nextOf({ down: refusing, held: [], next: 9 })).toBe('2026-03-02T09:00:30.000Z');
  const untried = { applicationId: 'three', number: 8, tries: 0, nextTryAt: null };
  expect(nextOf({ down: refusing, held: [...held, untried] })).toBe('2026-03-02T09:00:30.000Z');
});
