import { afterAll, beforeAll, expect, test } from 'vitest';
import { TEXTS } from '../../domain/text/texts.ts';
import { answers, createSchool, freshEmail, PASSWORD, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let school: School;
beforeAll(async () => {
  server = await startTestServer({ environment: { TRUST_PROXY: 'loopback' } });
  school = await createSchool(server, 'idempotency-school');
});
afterAll(() => server.close());

const newKey = () => ({ 'Idempotency-Key': crypto.randomUUID() });
const submission = (email: string, batchId = school.batches.Open) => ({ batchId, ...answers(email) });

test('one key for two requests is refused, wherever they lead, and the second has no effect', async () => {
  const { Owner } = school.staff;
  const made = await Owner.call('createBatch', { body: { name: 'Second batch', status: 'Open' } });
  const { processId } = school;
  await Owner.call('changeBatch', { params: { id: made.body._id }, body: { processId } });
  const email = freshEmail();
  const headers = newKey();
  const first = await Owner.call('submitApplication', { body: submission(email), headers });
  expect(first.status).toBe(200);
  const other = await Owner.call('submitApplication', { body: submission(email, made.body._id), headers });
  expect([other.status, other.problem.message]).toEqual([422, TEXTS.access.keyUsed]);
  const stranger = await Owner.call('submitApplication', { body: submission(freshEmail()), headers });
  expect(stranger.status).toBe(422);
  const repeated = await Owner.call('submitApplication', { body: submission(email), headers });
  expect([repeated.status, repeated.body._id]).toEqual([200, first.body._id]);
});

test('a key that is not as published is refused, and has no effect', async () => {
  const { Owner } = school.staff;
  const body = { name: 'Never created', status: 'Open' } as const;
  for (const key of ['', 'x y', '\u00e9', 'a'.repeat(201)]) {
    const refused = await Owner.call('createBatch', { body, headers: { 'Idempotency-Key': key } });
    expect([key, refused.status, refused.problem.message]).toEqual([key, 400, TEXTS.requests.keyInvalid]);
  }
  const { body: batches } = await Owner.call('listBatches');
  expect(batches.map(({ name }) => name)).not.toContain(body.name);
});

test('the organization that a request selects is part of it', async () => {
  const visitor = server.client();
  const headers = newKey();
  const email = freshEmail();
  expect((await visitor.call('submitApplication', { body: submission(email), headers })).status).toBe(200);
  const elsewhere = server.client({ organizationId: school.organizationId });
  expect((await elsewhere.call('submitApplication', { body: submission(email), headers })).status).toBe(422);
});

test('what was refused leaves its key to the corrected request', async () => {
  const visitor = server.client();
  const headers = newKey();
  const email = freshEmail();
  const refused = await visitor.call('submitApplication', {
    body: { ...submission(email), firstName: '' },
    headers,
  });
  expect(refused.status).toBe(422);
  expect((await visitor.call('submitApplication', { body: submission(email), headers })).status).toBe(200);
});

test('a repeated request leaves the key of an outside service that was set after it', async () => {
  const { Owner } = school.staff;
  const { secrets } = server.running.composition.environment;
  const params = { id: school.organizationId };
  const set = (calendlyAccessToken: string, headers = {}) =>
    Owner.call('changeOrganization', { params, body: { calendlyAccessToken }, headers });
  const headers = newKey();
  expect((await set('calendly-token-one', headers)).status).toBe(200);
  const { body } = await set('calendly-token-two');
  expect((await set('calendly-token-one', headers)).status).toBe(200);
  expect((await Owner.call('getOrganization', { params })).body.calendlyAccessToken).toBe(body.calendlyAccessToken);
  const held = await server.running.composition.environment.vault
    .collection<{ _id: string; owner: string }>({ name: 'secrets', indexes: [] })
    .find({});
  const own = held.documents.filter(({ owner }) => owner === school.organizationId);
  expect(await Promise.all(own.map(({ _id }) => secrets.get(_id)))).toEqual(['calendly-token-two']);
});

test('a repeated creation of what has been deleted since finds nothing', async () => {
  const { Admin } = school.staff;
  const creating = { body: { name: 'Short-lived', subject: 'Hello', body: 'Hello' }, headers: newKey() };
  const { body } = await Admin.call('createEmailTemplate', creating);
  expect((await Admin.call('createEmailTemplate', creating)).body._id).toBe(body._id);
  await Admin.call('deleteEmailTemplate', { params: { id: body._id } });
  expect((await Admin.call('createEmailTemplate', creating)).status).toBe(404);
});

test('only a repetition of a deletion is answered as before, and another one finds nothing', async () => {
  const { Admin } = school.staff;
  const statuses: unknown[] = [];
  const removeTwice = async (remove: (headers: Record<string, string>) => Promise<{ status: number }>) => {
    const headers = newKey();
    for (const more of [headers, headers, newKey()]) statuses.push((await remove(more)).status);
  };
  const template = (await Admin.call('createEmailTemplate', { body: { name: 'Brief', subject: 'Hi', body: 'Hi' } }))
    .body;
  await removeTwice((headers) => Admin.call('deleteEmailTemplate', { params: { id: template._id }, headers }));
  const { body: first } = await Admin.call('listProcesses');
  const process = (await Admin.call('createProcess', { body: { json: first[0]?.json ?? '{}' } })).body;
  await removeTwice((headers) => Admin.call('deleteProcess', { params: { id: process._id }, headers }));
  expect(statuses).toEqual([200, 200, 404, 200, 200, 404]);
});

test('another browser that repeats key and body is given no claim on the application', async () => {
  const headers = newKey();
  const body = submission(freshEmail());
  const visitor = server.client();
  const submitted = await visitor.call('submitApplication', { body, headers });
  expect(visitor.cookies.has('claim')).toBe(true);
  const stranger = server.client();
  const repeated = await stranger.call('submitApplication', { body, headers });
  expect(repeated.body._id).toBe(submitted.body._id);
  expect(stranger.cookies.has('claim')).toBe(false);

  const { body: user } = await stranger.call('signup', { body: { email: freshEmail(), password: PASSWORD } });
  const params = { id: submitted.body._id };
  expect((await stranger.call('changeApplication', { params, body: { userId: user._id } })).status).toBe(404);
});

test('the key of another person is another key', async () => {
  const headers = newKey();
  const body = { name: 'Batch of two', status: 'Open' } as const;
  const { Owner, Admin } = school.staff;
  const [one, other] = [
    await Owner.call('createBatch', { body, headers }),
    await Admin.call('createBatch', { body, headers }),
  ];
  expect([one.status, other.status]).toEqual([200, 200]);
  expect(other.body._id).not.toBe(one.body._id);
});

test('at another address an anonymous key is another key', async () => {
  const headers = newKey();
  const body = submission(freshEmail());
  expect((await server.client().call('submitApplication', { body, headers })).status).toBe(200);
  const from = { ...headers, 'X-Forwarded-For': '203.0.113.9' };
  const repeated = await server.client().call('submitApplication', { body, headers: from });
  expect([repeated.status, repeated.problem.message]).toEqual([409, TEXTS.enroll.duplicate]);
});
