import { afterAll, expect, test } from 'vitest';
import { openDeliveryRecords } from '../../commands/webhook-delivery/records.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { PAYLOAD_SCHEMAS } from '../../domain/webhook/payload-schema.ts';
import { createSchool } from '../support/school.ts';
import {
  apply,
  change,
  Deliveries,
  HOUR,
  type MessageQuery,
  messagesOf,
  read,
  wake,
  webhookOf,
} from '../support/webhook-deliveries.ts';

const deliveries = await Deliveries.start();
afterAll(() => deliveries.close());
const { server, receiver, now, createHook, at, arrived } = deliveries;

/** The receiver answers requests of this kind only once the returned function is called. */
function hold(trigger: 'redelivery' | 'replay'): () => void {
  const held = Promise.withResolvers<{ status: number }>();
  receiver.answerBy(({ headers }) => (headers['webhook-trigger'] === trigger ? held.promise : { status: 200 }));
  return () => {
    held.resolve({ status: 200 });
    receiver.answerWith(200, '');
  };
}

test('staff pause a webhook without losing anything, and learn how much waits', async () => {
  const school = await createSchool(server, 'pausing');
  const { Admin } = school.staff;
  const { _id: id } = await createHook(school, 'paused');
  await Admin.call('pauseWebhook', { params: { id } });
  for (let n = 0; n < 3; n += 1) await apply(school);
  const missed = async () => (await Admin.call('listWebhookReplays', { params: { id } })).body.missed;
  await expect.poll(missed).toBe(3);
  expect((await webhookOf(school, id)).health?.state).toBe('paused');
  expect(at('paused')).toEqual([]);
  await Admin.call('enableWebhook', { params: { id }, body: { missed: 'send' } });
  await arrived('paused', 3);
  await expect.poll(missed).toBe(0);
});

test('staff find messages by state, event, application and the time of the event, page by page', async () => {
  const school = await createSchool(server, 'filtering');
  const { Admin } = school.staff;
  const { _id: id } = await createHook(school, 'filtered');
  const moments: string[] = [];
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    deliveries.ahead += HOUR;
    moments.push(new Date(now()).toISOString());
    deliveries.ahead += HOUR;
    ids.push(await apply(school));
    await change(school, ids[n] ?? '', { status: 'INTERVIEW PENDING' });
  }
  await arrived('filtered', 6);
  const found = async (query: MessageQuery) =>
    (await messagesOf(school, id, query)).map(({ applicationId, type }) => `${type} ${ids.indexOf(applicationId)}`);
  const [submitted, moved] = ['ApplicationSubmitted', 'StatusChanged'] as const;
  const [, second = '', third = ''] = moments;
  await expect.poll(() => found({})).toHaveLength(6);
  expect(await found({ type: submitted })).toEqual([2, 1, 0].map((n) => `${submitted} ${n}`));
  expect(await found({ applicationId: ids[1] ?? '' })).toEqual([`${moved} 1`, `${submitted} 1`]);
  expect(await found({ from: third })).toEqual([`${moved} 2`, `${submitted} 2`]);
  expect(await found({ to: second })).toEqual([`${moved} 0`, `${submitted} 0`]);
  expect(await found({ from: second, to: third, type: moved, state: 'delivered' })).toEqual([`${moved} 1`]);
  expect(await found({ from: second, to: third, state: 'parked' })).toEqual([]);
  expect(await found({ from: third, to: second })).toEqual([]);
  const { messages } = (await Admin.call('listWebhookMessages', { params: { id } })).body;
  const before = String(messages[2]?.number);
  expect(await found({ before, from: second })).toEqual([`${submitted} 1`]);
});

test('a range of time includes the events at both of its ends, in the log, in a replay and among what has failed', async () => {
  const school = await createSchool(server, 'ends');
  const { Admin } = school.staff;
  const { _id: id } = await createHook(school, 'ends');
  const params = { id };
  receiver.answerBy(({ path }) => ({ status: path.endsWith('/ends') ? 500 : 200 }));
  for (let n = 0; n < 3; n += 1) {
    await apply(school);
    deliveries.ahead += 1000;
  }
  await expect
    .poll(async () => (await messagesOf(school, id)).map(({ state }) => state))
    .toEqual(Array(3).fill('waiting'));
  const [third, second, first] = await messagesOf(school, id);
  const [from, middle, to] = [first, second, third].map((message) => message?.happenedAt ?? '');
  const found = async (query: MessageQuery) => (await messagesOf(school, id, query)).map(({ number }) => number);
  expect(await found({ from: middle })).toEqual([third?.number, second?.number]);
  expect(await found({ to: middle })).toEqual([second?.number, first?.number]);
  expect(await found({ from: middle, to: middle })).toEqual([second?.number]);
  const replay = async (body: object) => (await Admin.call('replayWebhook', { params, body })).body.total;
  expect(await replay({ from: middle })).toBe(2);
  expect(await replay({ from, to })).toBe(3);
  expect(await replay({ from: middle, to: middle })).toBe(1);
  expect(await replay({ from: middle, isFailedOnly: true })).toBe(2);
  const between = new Date(Date.parse(middle ?? '') + 1).toISOString();
  const empty = await Admin.call('replayWebhook', { params, body: { from: between, to: between } });
  expect([empty.status, empty.problem.message]).toEqual([422, TEXTS.webhooks.replayEmpty]);
  receiver.answerWith(200, '');
});

test('a change that a replay or a webhook cannot take is refused with what has happened, and a repeated one is not', async () => {
  const school = await createSchool(server, 'too-late');
  const { Admin, Owner } = school.staff;
  await apply(school);
  const { _id: id } = await createHook(school, 'too-late');
  const params = { id };
  const replay = async () => (await Admin.call('listWebhookReplays', { params })).body.replays[0];
  const answerTo = async (body: { state?: 'running' | 'paused' | 'cancelled'; rate?: number }) => {
    const replayId = (await replay())?._id ?? '';
    const { status, problem } = await Admin.call('changeWebhookReplay', { params: { id, replayId }, body });
    return [status, status === 200 ? null : problem.message];
  };
  await Admin.call('replayWebhook', { params, body: {} });
  await expect.poll(replay).toMatchObject({ state: 'done' });
  const refused = (isCancelled: boolean) => [422, TEXTS.webhooks.replayEnded(isCancelled)];
  for (const state of ['running', 'paused', 'cancelled'] as const)
    expect(await answerTo({ state })).toEqual(refused(false));
  expect(await answerTo({ rate: 10 })).toEqual(refused(false));
  expect(await replay()).toMatchObject({ state: 'done', rate: null });
  deliveries.ahead += 1000;
  const release = hold('replay');
  await Admin.call('replayWebhook', { params, body: {} });
  expect(await answerTo({ state: 'cancelled' })).toEqual([200, null]);
  for (const state of ['running', 'paused'] as const) expect(await answerTo({ state })).toEqual(refused(true));
  expect(await answerTo({ state: 'cancelled' })).toEqual([200, null]);
  release();
  await Admin.call('pauseWebhook', { params });
  await Admin.call('enableWebhook', { params, body: { missed: 'send' } });
  const late = await Owner.call('enableWebhook', { params, body: { missed: 'skip' } });
  expect([late.status, late.problem.message]).toEqual([422, TEXTS.webhooks.alreadyEnabled.send]);
  expect((await Owner.call('enableWebhook', { params, body: { missed: 'send' } })).body.standing).toBe('enabled');
});

test('staff see when the event of a message happened, beside its last attempt', async () => {
  const school = await createSchool(server, 'times');
  const { Admin } = school.staff;
  const { _id: id } = await createHook(school, 'times');
  await apply(school);
  await expect.poll(async () => (await messagesOf(school, id))[0]?.state).toBe('delivered');
  deliveries.ahead += HOUR;
  const params = { id, number: String((await messagesOf(school, id))[0]?.number) };
  const { body: shown } = await Admin.call('redeliverWebhookMessage', { params });
  const { timestamp } = JSON.parse(shown.body ?? '');
  expect(shown.happenedAt).toBe(timestamp);
  expect(Date.parse(shown.lastAt) - Date.parse(timestamp)).toBeGreaterThanOrEqual(HOUR);
});

test('no message has its first attempt after its last one', async () => {
  const school = await createSchool(server, 'first-and-last');
  const { _id: id } = await createHook(school, 'first-and-last');
  receiver.answerBy(() => {
    deliveries.ahead += 5;
    return { status: 200 };
  });
  await apply(school);
  await expect.poll(async () => (await messagesOf(school, id))[0]?.state).toBe('delivered');
  receiver.answerWith(200, '');
  const [message] = await messagesOf(school, id);
  expect(message?.firstAt).toBe(message?.lastAt);
});

test('a webhook gets every erasure that it has missed, also if staff choose only new events', async () => {
  const school = await createSchool(server, 'erased');
  const { Admin } = school.staff;
  const { _id: id } = await createHook(school, 'erased');
  const params = { id };
  const [waiting, missed, kept] = [await apply(school), await apply(school), await apply(school)];
  await arrived('erased', 3);
  receiver.answerBy(({ path }) => ({ status: path.endsWith('/erased') ? 503 : 200 }));
  const erase = (applicationId: string) => school.staff.Owner.call('erasePerson', { body: { applicationId } });
  await erase(waiting);
  await arrived('erased', 4);
  await Admin.call('pauseWebhook', { params });
  await erase(missed);
  await change(school, kept, { status: 'INTERVIEW PENDING' });
  await expect.poll(async () => (await Admin.call('listWebhookReplays', { params })).body.missed).toBe(3);
  receiver.answerWith(200, '');
  const count = at('erased').length;
  await Admin.call('enableWebhook', { params, body: { missed: 'skip' } });
  const later = await apply(school);
  await arrived('erased', count + 3);
  await wake(school);
  await arrived('erased', count + 4);
  const got = at('erased')
    .slice(count)
    .map(read)
    .map(({ type, data }) => [type, data.applicationId]);
  expect(got.filter(([type]) => type === 'applicant.erased').toSorted()).toEqual(
    [waiting, missed].map((one) => ['applicant.erased', one]).toSorted(),
  );
  expect(got.filter(([, one]) => one === kept)).toEqual([]);
  expect(got).toContainEqual(['ApplicationSubmitted', later]);
});

test('staff learn only of events that the webhook would get', async () => {
  const school = await createSchool(server, 'missing');
  const { Admin } = school.staff;
  const { Open, Draft } = school.batches;
  const hooks = await Promise.all([Open, Draft].map((batch) => createHook(school, batch, { batchIds: [batch] })));
  for (const { _id: id } of hooks) await Admin.call('pauseWebhook', { params: { id } });
  const missed = async () =>
    Promise.all(
      hooks.map(async ({ _id: id }) => (await Admin.call('listWebhookReplays', { params: { id } })).body.missed),
    );
  await apply(school);
  await expect.poll(missed).toEqual([1, 0]);
  await apply(school);
  await expect.poll(missed).toEqual([2, 0]);
});

test('staff count as missed what a paused webhook gets once it is enabled, without what a replay has delivered', async () => {
  const school = await createSchool(server, 'replayed-while-paused');
  const { Admin } = school.staff;
  const { _id: id } = await createHook(school, 'replayed-while-paused');
  const params = { id };
  const missed = async () => (await Admin.call('listWebhookReplays', { params })).body.missed;
  await Admin.call('pauseWebhook', { params });
  for (let n = 0; n < 3; n += 1) await apply(school);
  await expect.poll(missed).toBe(3);
  const until = new Date(now()).toISOString();
  deliveries.ahead += HOUR;
  await apply(school);
  await expect.poll(missed).toBe(4);
  await Admin.call('replayWebhook', { params, body: { to: until } });
  await arrived('replayed-while-paused', 3);
  await expect.poll(missed).toBe(1);
  await Admin.call('enableWebhook', { params, body: { missed: 'send' } });
  await arrived('replayed-while-paused', 4);
  await expect.poll(missed).toBe(0);
  expect(at('replayed-while-paused')).toHaveLength(4);
});

test('staff see what a replay tries again, and lose nothing of it when they cancel it', async () => {
  const school = await createSchool(server, 'trying');
  const { Admin } = school.staff;
  const { _id: id } = await createHook(school, 'tried');
  const params = { id };
  await Admin.call('pauseWebhook', { params });
  const applicationId = await apply(school);
  receiver.answerBy(({ path }) => ({ status: path.endsWith('/tried') ? 503 : 200 }));
  const states = async () => (await messagesOf(school, id)).map(({ state, attempts }) => [state, attempts.length]);
  const parked = async () => (await webhookOf(school, id)).health?.parked;
  await Admin.call('replayWebhook', { params, body: {} });
  for (let tries = 1; tries <= 8; tries += 1) {
    await expect.poll(states).toEqual([[tries < 8 ? 'replaying' : 'parked', tries]]);
    expect(await parked()).toBe(tries < 8 ? 0 : 1);
    deliveries.ahead += 13 * HOUR;
    server.running.composition.deliverer.lookForJobs(id);
  }
  const { progress } = openDeliveryRecords(server.running.composition.environment.vault);
  expect(await progress.get(id)).toMatchObject({ failingSince: null, lastFailure: null, down: null });
  const later = await apply(school);
  const { body: replay } = await Admin.call('replayWebhook', {
    params,
    body: { from: new Date(now() - HOUR).toISOString() },
  });
  await expect.poll(states).toEqual([
    ['replaying', 1],
    ['parked', 8],
  ]);
  await Admin.call('changeWebhookReplay', { params: { id, replayId: replay._id }, body: { state: 'cancelled' } });
  await expect.poll(parked).toBe(2);
  expect((await Admin.call('listWebhookReplays', { params })).body.missed).toBe(2);
  receiver.answerWith(200, '');
  const count = at('tried').length;
  await Admin.call('enableWebhook', { params, body: { missed: 'send' } });
  await arrived('tried', count + 2);
  expect(
    new Set(
      at('tried')
        .slice(count)
        .map((event) => read(event).data.applicationId),
    ),
  ).toEqual(new Set([applicationId, later]));
  expect(await parked()).toBe(0);
  const none = await Admin.call('replayWebhook', { params, body: { isFailedOnly: true } });
  expect([none.status, none.problem.message]).toEqual([422, TEXTS.webhooks.replayNoneFailed]);
  const unknown = await Admin.call('changeWebhookReplay', { params: { id, replayId: 'none' }, body: {} });
  expect([unknown.status, unknown.problem.message]).toEqual([404, TEXTS.webhooks.replayUnknown]);
});

test('staff find a replay paused with its reason once the target wants no more events, and continue it', async () => {
  const school = await createSchool(server, 'gone-again');
  const { Admin } = school.staff;
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) ids.push(await apply(school));
  const { _id: id } = await createHook(school, 'gone-again');
  const params = { id };
  receiver.answerBy(({ path }) => ({ status: path.endsWith('/gone-again') ? 410 : 200 }));
  for (let n = 0; n < 2; n += 1) await Admin.call('replayWebhook', { params, body: {} });
  const listed = async () => (await Admin.call('listWebhookReplays', { params })).body.replays;
  const replays = async () => (await listed()).map(({ state, pausedFor }) => [state, pausedFor]);
  await expect
    .poll(async () => (await replays()).toSorted())
    .toEqual([
      ['paused', 'disabled'],
      ['paused', 'gone'],
    ]);
  const health = { reason: 'gone', advice: TEXTS.webhooks.failures.gone };
  expect(await webhookOf(school, id)).toMatchObject({ standing: 'disabled', health });
  const { body: told } = await Admin.call('listAudit', { query: { kind: 'webhook', type: 'WebhookDisabled' } });
  expect(told).toHaveLength(1);
  // What it would have tried again waits for staff, and nothing is sent by itself.
  const count = at('gone-again').length;
  const { messages } = (await Admin.call('listWebhookMessages', { params })).body;
  expect(messages).toHaveLength(count);
  expect(new Set(messages.map(({ state }) => state))).toEqual(new Set(['parked']));
  deliveries.ahead += 13 * HOUR;
  server.running.composition.deliverer.lookForJobs(id);
  await wake(school);
  expect(at('gone-again')).toHaveLength(count);
  const go = (replayId = '') =>
    Admin.call('changeWebhookReplay', { params: { id, replayId }, body: { state: 'running' } });
  const refused = await Promise.all([
    ...(await listed()).map(({ _id }) => go(_id)),
    Admin.call('replayWebhook', { params, body: {} }),
  ]);
  expect(refused.map(({ status, problem }) => [status, problem.message])).toEqual(
    Array(3).fill([422, TEXTS.webhooks.replayDisabled]),
  );
  await wake(school);
  expect(at('gone-again')).toHaveLength(count);
  expect((await replays()).map(([state]) => state)).toEqual(['paused', 'paused']);
  receiver.answerWith(200, '');
  const known = at('gone-again').length;
  await Admin.call('enableWebhook', { params, body: { missed: 'send' } });
  await arrived('gone-again', known + 1);
  for (const { _id } of await listed()) await go(_id);
  await expect
    .poll(async () => (await replays()).map(([state]) => state), { timeout: 20_000 })
    .toEqual(['done', 'done']);
  const sent = at('gone-again')
    .slice(known)
    .map((event) => read(event).data.applicationId);
  expect(sent).toEqual(expect.arrayContaining(ids));
  await expect
    .poll(async () => (await webhookOf(school, id)).health)
    .toMatchObject({ state: 'healthy', waiting: 0, parked: 0 });
});

test('staff disable a webhook by sending an event again to a target that wants no more', async () => {
  const school = await createSchool(server, 'gone-by-hand');
  const { Admin } = school.staff;
  const { _id: id } = await createHook(school, 'gone-by-hand');
  await apply(school);
  await arrived('gone-by-hand', 1);
  await expect.poll(async () => (await messagesOf(school, id))[0]?.state).toBe('delivered');
  const number = String((await messagesOf(school, id))[0]?.number);
  receiver.answerBy(({ path }) => ({ status: path.endsWith('/gone-by-hand') ? 410 : 200 }));
  await Admin.call('redeliverWebhookMessage', { params: { id, number } });
  await expect.poll(async () => (await webhookOf(school, id)).standing).toBe('disabled');
  receiver.answerWith(200, '');
});

test('staff see a replay that has not ended, however many messages were sent again after it', async () => {
  const school = await createSchool(server, 'listing');
  const { Admin } = school.staff;
  for (let n = 0; n < 2; n += 1) await apply(school);
  const { _id: id } = await createHook(school, 'listed');
  const params = { id };
  await Admin.call('pauseWebhook', { params });
  const replay = (await Admin.call('replayWebhook', { params, body: { rate: 1 } })).body;
  await Admin.call('changeWebhookReplay', { params: { id, replayId: replay._id }, body: { state: 'paused' } });
  const { jobs } = openDeliveryRecords(server.running.composition.environment.vault);
  const paused = await jobs.get(replay._id);
  if (!paused) throw new Error('no job');
  const createdAt = new Date(now() + HOUR).toISOString();
  const later = { ...paused, state: 'done', createdAt } as const;
  await Promise.all(
    Array.from({ length: 300 }, (_, n) =>
      jobs.insert({ ...later, _id: crypto.randomUUID(), kind: n < 200 ? 'redeliver' : 'replay' }),
    ),
  );
  const { replays } = (await Admin.call('listWebhookReplays', { params })).body;
  expect(replays).toHaveLength(51);
  expect(replays.at(-1)).toMatchObject({ _id: replay._id, state: 'paused' });
});

test('staff replay a past range, at their rate, with the same ids, also what was never sent', async () => {
  const school = await createSchool(server, 'replaying');
  const { Admin } = school.staff;
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) ids.push(await apply(school));
  const { _id: id } = await createHook(school, 'replayed');
  const params = { id };
  const { body: replay } = await Admin.call('replayWebhook', { params, body: {} });
  expect(replay).toMatchObject({ state: 'running', total: 5 });
  await arrived('replayed', 5);
  expect(at('replayed').map((event) => read(event).data.applicationId)).toEqual(expect.arrayContaining(ids));
  expect(new Set(at('replayed').map(({ headers }) => headers['webhook-trigger']))).toEqual(new Set(['replay']));
  for (const event of at('replayed'))
    expect(PAYLOAD_SCHEMAS.get(read(event).type)?.parse(read(event))).toEqual(read(event));
  const replays = async () => (await Admin.call('listWebhookReplays', { params })).body.replays;
  await expect.poll(async () => (await replays())[0]).toMatchObject({ state: 'done', done: 5, sent: 5, failed: 0 });
  // The newest is listed first.
  deliveries.ahead += 1000;
  const slow = (await Admin.call('replayWebhook', { params, body: { rate: 1 } })).body;
  const changed = { id, replayId: slow._id };
  await arrived('replayed', 6);
  const attempts = at('replayed').map(({ headers }) => headers['webhook-attempt']);
  expect(attempts.slice(0, 6)).toEqual([...Array(5).fill('1'), '2']);
  const live = await apply(school);
  await expect
    .poll(() =>
      at('replayed')
        .filter(({ headers }) => headers['webhook-trigger'] === 'scheduled')
        .map(read),
    )
    .toMatchObject([{ data: { applicationId: live } }]);
  // New events go first.
  expect((await replays())[0]?.state).toBe('running');
  await Admin.call('changeWebhookReplay', { params: changed, body: { state: 'paused' } });
  const standing = (await replays())[0];
  expect(standing).toMatchObject({ state: 'paused', rate: 1 });
  for (const rate of [20, null]) {
    const { body } = await Admin.call('changeWebhookReplay', { params: changed, body: { rate } });
    expect(body).toMatchObject({ state: 'paused', rate });
  }
  await Admin.call('changeWebhookReplay', { params: changed, body: { state: 'cancelled' } });
  expect((await replays())[0]?.state).toBe('cancelled');
  expect((await Admin.call('replayWebhook', { params, body: { from: '2100-01-01T00:00:00Z' } })).status).toBe(422);
  const misspelled = await Admin.call('replayWebhook', { params, body: { isFailed: true } as object });
  expect([misspelled.status, misspelled.problem.message]).toEqual([400, expect.stringContaining('isFailed')]);
  expect(await replays()).toHaveLength(2);
  const [first, second] = ['2026-02-02T00:00:00Z', '2026-01-01T00:00:00Z'];
  const wrong = await Admin.call('replayWebhook', { params, body: { from: first, to: second } });
  expect([wrong.status, wrong.problem.errors?.[0]?.field]).toEqual([422, 'to']);
});

test('staff send again all that has failed since a time: what is parked, and what waits for its next attempt', async () => {
  const school = await createSchool(server, 'failed-since');
  const { Admin } = school.staff;
  const { _id: id } = await createHook(school, 'failed-since');
  const params = { id };
  receiver.answerBy(({ path }) => ({ status: path.endsWith('/failed-since') ? 500 : 200 }));
  const states = async () => (await messagesOf(school, id)).map(({ state, attempts }) => [state, attempts.length]);
  const old = await apply(school);
  for (let tries = 1; tries <= 8; tries += 1) {
    await expect.poll(states).toEqual([[tries < 8 ? 'waiting' : 'parked', tries]]);
    deliveries.ahead += 13 * HOUR;
    server.running.composition.deliverer.lookForJobs(id);
  }
  const since = new Date(now() - HOUR).toISOString();
  const recent = await apply(school);
  await change(school, recent, { status: 'INTERVIEW PENDING' });
  await expect.poll(states).toEqual([
    ['queued', 0],
    ['waiting', 1],
    ['parked', 8],
  ]);
  const replays = async () => (await Admin.call('listWebhookReplays', { params })).body.replays;
  const send = async (more: object) => {
    deliveries.ahead += 1;
    const { body } = await Admin.call('replayWebhook', { params, body: { isFailedOnly: true, ...more } });
    await expect.poll(async () => (await replays())[0]).toMatchObject({ _id: body._id, state: 'done' });
    return (await replays())[0];
  };
  // One that waits is tried once, and keeps the time of its next attempt.
  const [, before] = await messagesOf(school, id);
  expect(await send({ from: since })).toMatchObject({
    ...{ isFailedOnly: true, total: 1, done: 1, sent: 0, failed: 1 },
    advice: `${TEXTS.webhooks.answeredWith(500)} ${TEXTS.webhooks.statuses.server}`,
  });
  const { nextTryAt, tries } = before ?? {};
  expect((await messagesOf(school, id))[1]).toMatchObject({ state: 'waiting', nextTryAt, tries });
  receiver.answerWith(200, '');
  const count = at('failed-since').length;
  const arrivedSince = () =>
    at('failed-since')
      .slice(count)
      .map((event) => [read(event).data.applicationId, read(event).type, event.headers['webhook-trigger']]);
  expect(await send({ from: since })).toMatchObject({ total: 1, sent: 1 });
  await expect.poll(arrivedSince).toEqual([
    [recent, 'ApplicationSubmitted', 'replay'],
    [recent, 'StatusChanged', 'scheduled'],
  ]);
  expect((await webhookOf(school, id)).health).toMatchObject({ waiting: 0, parked: 1 });
  expect(await send({})).toMatchObject({ total: 1, sent: 1 });
  expect(arrivedSince().at(-1)).toEqual([old, 'ApplicationSubmitted', 'replay']);
  const none = await Admin.call('replayWebhook', { params, body: { isFailedOnly: true } });
  expect([none.status, none.problem.message]).toEqual([422, TEXTS.webhooks.replayNoneFailed]);
});

test('staff see that a replay waits because the target takes no new event, with what lets it go on', async () => {
  const school = await createSchool(server, 'waiting-replay');
  const { Admin } = school.staff;
  // No server is at this port.
  const { _id: id } = await createHook(school, 'away', { targetUrl: 'http://127.0.0.1:1/' });
  const params = { id };
  await apply(school);
  await expect.poll(async () => (await webhookOf(school, id)).health?.state).toBe('failing');
  const advice = TEXTS.webhooks.failures.refused;
  const { body: asked } = await Admin.call('replayWebhook', { params, body: {} });
  expect(asked).toMatchObject({ state: 'running', waitsFor: 'target', advice });
  const replay = async () => (await Admin.call('listWebhookReplays', { params })).body.replays[0];
  expect(await replay()).toMatchObject({ waitsFor: 'target', sent: 0, retrying: 0, nextTryAt: expect.any(String) });
  const [message] = await messagesOf(school, id);
  await Admin.call('skipWebhookMessage', { params: { id, number: String(message?.number) } });
  await expect.poll(replay).toMatchObject({ waitsFor: null, retrying: 1, nextTryAt: expect.any(String), advice });
  await Admin.call('changeWebhookReplay', { params: { id, replayId: asked._id }, body: { state: 'cancelled' } });
  expect(await replay()).toMatchObject({ state: 'cancelled', waitsFor: null, nextTryAt: null });
});

test('staff see which message a replay tries again, why it was refused, and skip it, also if it had arrived before', async () => {
  const school = await createSchool(server, 'refusing');
  const { Admin } = school.staff;
  const { _id: id } = await createHook(school, 'refusing');
  const params = { id };
  const ids = [await apply(school), await apply(school), await apply(school)];
  const [refused = ''] = ids;
  await change(school, refused, { status: 'INTERVIEW PENDING' });
  await arrived('refusing', 4);
  await expect.poll(async () => (await messagesOf(school, id, { state: 'delivered' })).length).toBe(4);
  receiver.answerBy(({ path, body }) => ({ status: path.endsWith('/refusing') && body.includes(refused) ? 500 : 200 }));
  await Admin.call('replayWebhook', { params, body: {} });
  const replay = async () => (await Admin.call('listWebhookReplays', { params })).body.replays[0];
  const advice = `${TEXTS.webhooks.answeredWith(500)} ${TEXTS.webhooks.statuses.server}`;
  // The later message of the application waits.
  await expect
    .poll(replay)
    .toMatchObject({ state: 'running', total: 4, done: 2, sent: 2, failed: 0, retrying: 1, advice });
  const nextTryAt = (await replay())?.nextTryAt ?? '';
  expect(Date.parse(nextTryAt)).toBeGreaterThan(now());
  const [tried, ...others] = await messagesOf(school, id, { state: 'replaying' });
  expect(others).toEqual([]);
  expect(tried).toMatchObject({ applicationId: refused, type: 'ApplicationSubmitted', nextTryAt });
  expect((await webhookOf(school, id)).health).toMatchObject({
    ...{ state: 'healthy', waiting: 0, replaying: 1, parked: 0, advice },
  });
  receiver.answerWith(200, '');
  const number = String(tried?.number);
  const turn = async (state: 'paused' | 'running') =>
    Admin.call('changeWebhookReplay', { params: { id, replayId: (await replay())?._id ?? '' }, body: { state } });
  await turn('paused');
  const whilePaused = { state: 'replaying', nextTryAt: null };
  expect(await messagesOf(school, id, { state: 'replaying' })).toMatchObject([whilePaused]);
  expect((await Admin.call('getWebhookMessage', { params: { id, number } })).body).toMatchObject(whilePaused);
  const skipped = await Admin.call('skipWebhookMessage', { params: { id, number } });
  expect(skipped.body.state).toBe('skipped');
  await turn('running');
  await expect.poll(replay).toMatchObject({ state: 'done', done: 4, sent: 3, failed: 0, retrying: 0, advice: null });
  expect((await webhookOf(school, id)).health).toMatchObject({
    ...{ state: 'healthy', waiting: 0, replaying: 0, parked: 0, advice: null },
  });
  expect(
    at('refusing')
      .map((event) => read(event).type)
      .at(-1),
  ).toBe('StatusChanged');
  expect(at('refusing')).toHaveLength(4 + 3 + 1);
  const { days } = (await Admin.call('listWebhookMessages', { params })).body;
  expect(days.at(-1)).toMatchObject({ delivered: 4 + 2 + 1, failed: 1 });
});

test('staff learn why a message was parked by a replay, and that the webhook waits behind too many messages', async () => {
  const school = await createSchool(server, 'parking');
  const { Admin } = school.staff;
  const { _id: id } = await createHook(school, 'parking');
  const params = { id };
  await apply(school);
  await expect.poll(async () => (await messagesOf(school, id))[0]?.state).toBe('delivered');
  receiver.answerBy(({ path }) => ({ status: path.endsWith('/parking') ? 503 : 200 }));
  await Admin.call('replayWebhook', { params, body: {} });
  for (let tries = 1; tries <= 8; tries += 1) {
    await expect.poll(() => at('parking').length).toBe(1 + tries);
    await expect.poll(async () => (await messagesOf(school, id))[0]?.attempts.length).toBe(1 + tries);
    deliveries.ahead += 13 * HOUR;
    server.running.composition.deliverer.lookForJobs(id);
  }
  receiver.answerWith(200, '');
  const advice = `${TEXTS.webhooks.answeredWith(503)} ${TEXTS.webhooks.statuses.server}`;
  const replay = async () => (await Admin.call('listWebhookReplays', { params })).body.replays[0];
  await expect.poll(replay).toMatchObject({ state: 'done', sent: 0, failed: 1, retrying: 0, advice });
  const health = async () => (await webhookOf(school, id)).health;
  expect(await health()).toMatchObject({ state: 'healthy', parked: 1, advice });
  const { messages } = openDeliveryRecords(server.running.composition.environment.vault);
  const [parked] = (await messages.find({ webhookId: id })).documents;
  if (!parked) throw new Error('no message');
  const waiting = (n: number) => ({
    ...parked,
    ...({ _id: `${id}:${n}`, number: 10 + n, state: 'waiting', box: `${id}:waiting` } as const),
  });
  for (let n = 0; n < 10_000; n += 500) {
    await Promise.all(Array.from({ length: 500 }, (_, m) => messages.insert(waiting(n + m))));
  }
  expect((await health())?.advice).toContain(TEXTS.webhooks.tooManyWait(10_000));
});

test('staff see that a message is being sent again until its attempt has ended', async () => {
  const school = await createSchool(server, 'again');
  const { Admin } = school.staff;
  const { _id: id } = await createHook(school, 'again');
  await apply(school);
  await expect.poll(async () => (await messagesOf(school, id))[0]?.state).toBe('delivered');
  const params = { id, number: String((await messagesOf(school, id))[0]?.number) };
  const shown = async () => (await Admin.call('getWebhookMessage', { params })).body;
  expect((await shown()).isBeingSentAgain).toBe(false);
  const release = hold('redelivery');
  const asked = Admin.call('redeliverWebhookMessage', { params });
  await expect.poll(shown).toMatchObject({ isBeingSentAgain: true, attempts: [{ trigger: 'scheduled' }] });
  release();
  expect((await asked).body).toMatchObject({
    isBeingSentAgain: false,
    attempts: [{ trigger: 'redelivery', failure: null }, { trigger: 'scheduled' }],
  });
});

test('staff have five replays of a webhook open at most, also if they ask for many at the same time', async () => {
  const school = await createSchool(server, 'many-replays');
  const { Admin } = school.staff;
  const { _id: id } = await createHook(school, 'many-replays');
  await apply(school);
  await arrived('many-replays', 1);
  const release = hold('replay');
  const params = { id };
  const asked = await Promise.all(Array.from({ length: 12 }, () => Admin.call('replayWebhook', { params, body: {} })));
  expect(asked.filter(({ status }) => status === 200)).toHaveLength(5);
  expect((await Admin.call('listWebhookReplays', { params })).body.replays).toHaveLength(5);
  release();
});
