import { afterAll, expect, test } from 'vitest';
import { TEXTS } from '../../domain/text/texts.ts';
import { confirmed } from '../support/confirmation.ts';
import { createSchool, type School } from '../support/school.ts';
import {
  apply,
  Deliveries,
  HOUR,
  isSigned,
  messagesOf,
  secretsHeld,
  webhookOf,
} from '../support/webhook-deliveries.ts';
import type { ReceivedEvent } from '../support/webhook-receiver.ts';

const deliveries = await Deliveries.start();
afterAll(() => deliveries.close());
const { server, receiver, createHook, at, arrived } = deliveries;

const withKey = () => ({ 'Idempotency-Key': crypto.randomUUID() });
const maskOf = (secret: string | null) => `••••${secret?.slice(-4)}`;
const targetAt = (host: string, path: string) => `${receiver.url.replace('127.0.0.1', host)}/${path}`;

/** The next delivery is signed by these, in this order, and the portal shows the last of them as current. */
async function expectSignedBy(school: School, path: string, id: string, signs: readonly [string | null, boolean][]) {
  const count = at(path).length;
  await apply(school);
  await arrived(path, count + 1);
  const event = at(path).at(-1) as ReceivedEvent;
  expect(signs.map(([secret]) => isSigned(event, secret))).toEqual(signs.map(([, isOne]) => isOne));
  expect((await webhookOf(school, id)).secret).toBe(maskOf(signs.at(-1)?.[0] ?? null));
}

test('a rotation that is repeated after another one changes nothing and shows no secret', async () => {
  const school = await createSchool(server, 'rotating-again');
  const { Admin } = school.staff;
  const { _id: id, secret: first } = await createHook(school, 'again');
  const headers = withKey();
  const rotate = (more: object = {}) => Admin.call('rotateWebhookSecret', { params: { id }, ...more });
  const second = (await rotate({ headers })).body.secret;
  expect((await rotate({ headers })).body.secret).toBe(second);
  const third = (await rotate()).body.secret;
  const held = await secretsHeld(server, id);
  const repeated = await rotate({ headers });
  expect([repeated.status, repeated.body.secret, await secretsHeld(server, id)]).toEqual([200, null, held]);
  await expectSignedBy(school, 'again', id, [
    [first, true],
    [second, true],
    [third, true],
  ]);
  deliveries.ahead += 25 * HOUR;
  await expectSignedBy(school, 'again', id, [
    [first, false],
    [second, false],
    [third, true],
  ]);
});

test('so does a change of the host that is repeated after another one', async () => {
  const school = await createSchool(server, 'moving-again');
  const { Admin } = school.staff;
  const { _id: id } = await createHook(school, 'moved');
  await confirmed(Admin);
  const headers = withKey();
  const move = (host: string, more: object = {}) =>
    Admin.call('changeWebhook', { params: { id }, body: { targetUrl: targetAt(host, 'moved') }, ...more });
  const second = (await move('localhost', { headers })).body.secret;
  expect(second).toMatch(/^whsec_/);
  const third = (await move('127.0.0.1')).body.secret;
  const repeated = await move('localhost', { headers });
  expect([repeated.status, repeated.body.secret, await secretsHeld(server, id)]).toEqual([200, null, 1]);
  await expectSignedBy(school, 'moved', id, [
    [second, false],
    [third, true],
  ]);
});

test('so does an end of the former secret, and a return to a version, that is repeated after another change', async () => {
  const school = await createSchool(server, 'ending-again');
  const { Admin } = school.staff;
  const { _id: id, version } = await createHook(school, 'ended');
  const params = { id };
  const headers = withKey();
  const second = (await Admin.call('rotateWebhookSecret', { params })).body.secret;
  await Admin.call('endFormerSecret', { params, headers });
  const third = (await Admin.call('rotateWebhookSecret', { params })).body.secret;
  expect((await Admin.call('endFormerSecret', { params, headers })).status).toBe(200);
  await expectSignedBy(school, 'ended', id, [
    [second, true],
    [third, true],
  ]);

  await confirmed(Admin);
  const move = (host: string) => Admin.call('changeWebhook', { params, body: { targetUrl: targetAt(host, 'ended') } });
  await move('localhost');
  const restoring = { params, body: { version }, headers: withKey() };
  expect((await Admin.call('restoreWebhook', restoring)).body.secret).toMatch(/^whsec_/);
  await move('localhost');
  const { secret } = (await move('127.0.0.1')).body;
  const repeated = await Admin.call('restoreWebhook', restoring);
  expect([repeated.status, repeated.body.secret]).toEqual([200, null]);
  await expectSignedBy(school, 'ended', id, [[secret, true]]);
});

test('a creation that is repeated shows its secret only until another one has replaced it', async () => {
  const school = await createSchool(server, 'creating-again');
  const { Admin } = school.staff;
  const body = { name: 'Chat', targetUrl: `${receiver.url}/created` };
  const creating = { body, headers: withKey() };
  const { _id: id, secret } = (await Admin.call('createWebhook', creating)).body;
  expect((await Admin.call('createWebhook', creating)).body.secret).toBe(secret);
  const rotated = (await Admin.call('rotateWebhookSecret', { params: { id } })).body.secret;
  const repeated = (await Admin.call('createWebhook', creating)).body;
  expect([repeated._id, repeated.secret]).toEqual([id, null]);
  expect((await webhookOf(school, id)).secret).toBe(maskOf(rotated));
});

test('after a deletion, only its repetition is answered as before: a repeated creation finds nothing', async () => {
  const school = await createSchool(server, 'deleting-again');
  const { Admin } = school.staff;
  const creating = { body: { name: 'Chat', targetUrl: `${receiver.url}/deleted` }, headers: withKey() };
  const { _id: id } = (await Admin.call('createWebhook', creating)).body;
  const params = { id };
  const rotating = { params, headers: withKey() };
  await Admin.call('rotateWebhookSecret', rotating);
  const deleting = { params, headers: withKey() };
  const deleted = await Admin.call('deleteWebhook', deleting);
  const repeated = await Admin.call('deleteWebhook', deleting);
  expect([repeated.status, repeated.body]).toEqual([200, deleted.body]);
  expect((await Admin.call('createWebhook', creating)).status).toBe(404);
  expect((await Admin.call('rotateWebhookSecret', rotating)).status).toBe(404);
  expect((await Admin.call('deleteWebhook', { params })).status).toBe(404);
  const other = await createSchool(server, 'deleting-elsewhere');
  expect((await other.staff.Owner.call('deleteWebhook', deleting)).status).toBe(404);
  expect(await secretsHeld(server, id)).toBe(0);
});

test('a webhook whose secret is lost sends nothing, and says so until it has a new one', async () => {
  const school = await createSchool(server, 'lost-secret');
  const { Admin } = school.staff;
  const { _id: id } = await createHook(school, 'lost');
  const { environment } = server.running.composition;
  const secrets = environment.vault.collection<{ _id: string; owner: string }>({ name: 'secrets', indexes: [] });
  for (const one of (await secrets.find({})).documents)
    if (one.owner === `webhook-${id}`) await secrets.delete(one._id);
  const advice = TEXTS.webhooks.failures.unsigned;
  const tested = await Admin.call('sendWebhook', { params: { id } });
  expect([tested.status, tested.problem.message]).toEqual([422, advice]);
  await apply(school);
  await expect.poll(async () => (await webhookOf(school, id)).health).toMatchObject({ state: 'failing', advice });
  const [message] = await messagesOf(school, id);
  expect(message?.attempts).toMatchObject([{ failure: 'unsigned', status: null, advice }]);
  expect(at('lost')).toEqual([]);
  const { secret } = (await Admin.call('rotateWebhookSecret', { params: { id } })).body;
  deliveries.ahead += HOUR;
  await apply(school);
  await arrived('lost', 2);
  expect(at('lost').map((event) => isSigned(event, secret))).toEqual([true, true]);
  expect((await webhookOf(school, id)).health).toMatchObject({ state: 'healthy', advice: null });
});
