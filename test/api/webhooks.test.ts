import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TEXTS } from '../../domain/text/texts.ts';
import { ERASURE_TYPE } from '../../domain/webhook/event-types.ts';
import { TEST_PAYLOAD } from '../../domain/webhook/payload-schema.ts';
import type { Client } from '../support/client.ts';
import { createSchool, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { type ReceivedEvent, startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

let receiver: WebhookReceiver;
let server: TestServer;
let school: School;
let other: School;
let admin: Client;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  server = await startTestServer({ environment: { WEBHOOK_ALLOW_PRIVATE: '1', RATE_LIMITS: 'off' } });
  [school, other] = [await createSchool(server, 'webhook-school'), await createSchool(server, 'other-school')];
  admin = school.staff.Admin;
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});

const create = (changes: object = {}, headers: Record<string, string> = {}) =>
  admin.call('createWebhook', { body: { name: 'Chat', targetUrl: receiver.url, ...changes }, headers });

describe('webhooks', () => {
  test('are created, listed by name, changed and deleted by those who manage them', async () => {
    const { body: made } = await create({ name: 'Zulu' });
    expect(made).toMatchObject({ name: 'Zulu', targetUrl: receiver.url, format: 'full' });
    expect(made.eventTypes).toEqual(['InterviewScheduled', 'InterviewDetailsReceived']);
    await create({ name: 'Alpha' });
    const names = (await admin.call('listWebhooks')).body.map(({ name }) => name);
    expect(names).toEqual(['Alpha', 'Zulu']);
    const params = { id: made._id };
    const changed = await admin.call('changeWebhook', { params, body: { name: 'Yankee', format: 'chat' } });
    expect(changed.body).toMatchObject({ name: 'Yankee', format: 'chat', targetUrl: receiver.url });
    const same = await admin.call('changeWebhook', { params, body: changed.body });
    expect(same.body).toEqual(changed.body);
    const { Viewer } = school.staff;
    expect((await Viewer.call('listWebhooks')).status).toBe(403);
    expect((await Viewer.call('createWebhook', { body: {} })).status).toBe(403);
    for (const name of [
      'getWebhook',
      'changeWebhook',
      'deleteWebhook',
      'sendWebhook',
      'rotateWebhookSecret',
    ] as const) {
      const given = name === 'changeWebhook' ? { params, body: {} } : { params };
      expect([name, (await Viewer.call(name, given)).status]).toEqual([name, 403]);
      expect([name, (await other.staff.Owner.call(name, given)).status]).toEqual([name, 404]);
    }
    const deleted = await admin.call('deleteWebhook', { params });
    expect(deleted.body).toEqual({ message: TEXTS.webhooks.deleted });
    expect((await admin.call('getWebhook', { params })).status).toBe(404);
    expect((await admin.call('deleteWebhook', { params })).status).toBe(404);
  });

  test('that cannot be are refused in words, at their fields', async () => {
    const { body: made } = await create();
    for (const [changes, field, message] of [
      [{ name: '' }, 'name', 'Name needs a value.'],
      [{ targetUrl: null }, 'targetUrl', 'Target URL needs a value.'],
      [{ targetUrl: 'chat.example' }, 'targetUrl', TEXTS.webhooks.targetInvalid],
      [{ targetUrl: 'https://me:secret@chat.example' }, 'targetUrl', TEXTS.webhooks.targetInvalid],
      [
        { eventTypes: ['StatusChanged', 'PasswordChanged'] },
        'eventTypes',
        TEXTS.webhooks.eventTypeUnknown('PasswordChanged'),
      ],
      [{ eventTypes: [ERASURE_TYPE] }, 'eventTypes', TEXTS.webhooks.eventTypeAlwaysSent(ERASURE_TYPE)],
      ...['nowhere', other.batches.Open].map(
        (id) => [{ batchIds: [school.batches.Open, id] }, 'batchIds', TEXTS.webhooks.batchMissing(id)] as const,
      ),
    ] as const) {
      const refused = [422, [{ field, message }]];
      const { status, problem } = await create(changes);
      expect([status, problem.errors]).toEqual(refused);
      const changed = await admin.call('changeWebhook', { params: { id: made._id }, body: changes });
      expect([changed.status, changed.problem.errors]).toEqual(refused);
    }
    expect((await create({ format: 'xml' })).status).toBe(400);
  });

  test('are changed by two people at once without loss, and the same thing only once', async () => {
    const { body: made } = await create();
    const put = (body: object) =>
      admin.call('changeWebhook', { params: { id: made._id }, body: { ...body, version: made.version } });
    await put({ name: 'Renamed' });
    expect((await put({ format: 'chat' })).body).toMatchObject({ name: 'Renamed', format: 'chat' });
    const conflict = await put({ name: 'Otherwise' });
    expect([conflict.status, conflict.problem.errors?.[0]?.field]).toEqual([409, 'name']);
  });
});

describe('the secret of a webhook', () => {
  test('is shown by the answer that made it, and masked ever after', async () => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const { body: made } = await create({}, headers);
    expect(made.secret).toMatch(/^whsec_/);
    expect((await create({}, headers)).body.secret).toBe(made.secret);
    const params = { id: made._id };
    const mask = `••••${made.secret?.slice(-4)}`;
    const read = await admin.call('getWebhook', { params });
    expect(read.body.secret).toBe(mask);
    const changed = await admin.call('changeWebhook', {
      params,
      body: { ...read.body, secret: 'whsec_mine', secretId: 'x' },
    });
    expect(changed.body).toEqual(read.body);
    const rotated = await admin.call('rotateWebhookSecret', { params });
    expect(rotated.body.secret).toMatch(/^whsec_/);
    expect(rotated.body.secret).not.toBe(made.secret);
    expect((await admin.call('getWebhook', { params })).body.secret).toBe(`••••${rotated.body.secret?.slice(-4)}`);
  });

  test('is gone from the vault with the webhook, and the oldest one after four more rotations', async () => {
    const { vault } = server.running.composition.environment;
    const secrets = vault.collection<{ _id: string; owner: string }>({ name: 'secrets', indexes: [] });
    const { body: made } = await create();
    const held = async () =>
      (await secrets.find({})).documents.filter(({ owner }) => owner === `webhook-${made._id}`).map(({ _id }) => _id);
    const first = await held();
    expect(first).toHaveLength(1);
    await admin.call('rotateWebhookSecret', { params: { id: made._id } });
    const second = await held();
    expect(second).toHaveLength(2);
    expect(second).toEqual(expect.arrayContaining(first));
    for (const count of [3, 4, 5]) {
      await admin.call('rotateWebhookSecret', { params: { id: made._id } });
      const more = await held();
      expect(more).toHaveLength(count);
      expect(more).toEqual(expect.arrayContaining(first));
    }
    await admin.call('rotateWebhookSecret', { params: { id: made._id } });
    const newest = await held();
    expect(newest).toHaveLength(5);
    expect(newest).not.toEqual(expect.arrayContaining(first));
    await create({ targetUrl: 'nonsense' });
    await admin.call('deleteWebhook', { params: { id: made._id } });
    expect(await held()).toEqual([]);
  });
});

describe('a test event', () => {
  test("arrives signed, and shows the target's answer", async () => {
    const { body: made } = await create();
    const sent = await admin.call('sendWebhook', { params: { id: made._id } });
    expect(sent.body).toEqual({ status: 200, response: 'ok' });
    const { headers, body } = receiver.received.at(-1) as ReceivedEvent;
    expect(TEST_PAYLOAD.parse(JSON.parse(body)).data.organizationId).toBe(school.organizationId);
    const key = Buffer.from(made.secret?.slice('whsec_'.length) ?? '', 'base64');
    const signature = createHmac('sha256', key)
      .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
      .digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${signature}`);
    receiver.answerWith(418, '');
    expect((await admin.call('sendWebhook', { params: { id: made._id } })).body).toEqual({
      status: 418,
      response: '418',
    });
    receiver.answerWith(200, 'ok');
  });

  test('for a chat service is its content alone', async () => {
    const { body: made } = await create({ format: 'chat' });
    await admin.call('sendWebhook', { params: { id: made._id } });
    const content = TEXTS.webhooks.testContent('School webhook-school');
    expect(JSON.parse(receiver.received.at(-1)?.body ?? '')).toEqual({ content, allowed_mentions: { parse: [] } });
  });

  test('that cannot be sent says why', async () => {
    const gone = await startWebhookReceiver();
    await gone.close();
    const { body: made } = await create({ targetUrl: gone.url });
    const { status, problem } = await admin.call('sendWebhook', { params: { id: made._id } });
    expect([status, problem.message]).toEqual([422, TEXTS.webhooks.failures.refused]);
  });

  test('cannot lead into a private network unless the operator allows it', async () => {
    const guarded = await startTestServer();
    try {
      const { Owner } = (await createSchool(guarded, 'guarded-school')).staff;
      const count = receiver.received.length;
      const body = { name: 'Elsewhere', targetUrl: 'https://nowhere.invalid/' };
      const { body: elsewhere } = await Owner.call('createWebhook', { body });
      for (const host of ['127.0.0.1', 'localhost', '[::ffff:7f00:1]']) {
        const targetUrl = receiver.url.replace('127.0.0.1', host);
        const blocked = [422, [{ field: 'targetUrl', message: TEXTS.webhooks.failures.blocked }]];
        const made = await Owner.call('createWebhook', { body: { name: host, targetUrl } });
        expect([made.status, made.problem.errors]).toEqual(blocked);
        const changed = await Owner.call('changeWebhook', { params: { id: elsewhere._id }, body: { targetUrl } });
        expect([changed.status, changed.problem.errors]).toEqual(blocked);
      }
      expect(receiver.received).toHaveLength(count);
    } finally {
      await guarded.close();
    }
  });
});
