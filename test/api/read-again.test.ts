import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applied, createSchool, freshEmail, PROCESS, type School, signedIn } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let school: School;
beforeAll(async () => {
  server = await startTestServer();
  school = await createSchool(server, 'again-school');
});
afterAll(() => server.close());

/** The second read must not see the first one's cached data. */
const twice = async <Answer>(read: () => Promise<Answer>): Promise<Answer> => {
  await read();
  return read();
};

describe('what has been read before', () => {
  test('follows the application, and so does its row', async () => {
    const { client, applicationId } = await applied(server, school);
    const params = { id: applicationId };
    const { Owner } = school.staff;
    const read = () => Owner.call('getApplication', { params });
    const rowOf = async () => (await Owner.call('listApplications')).body.find(({ _id }) => _id === applicationId);
    expect((await twice(read)).body).toMatchObject({ status: 'NEW', userActivity: { activityEntries: [] } });
    expect(await twice(rowOf)).toMatchObject({ status: 'NEW', lastSeenAt: null });

    await client.call('changeApplication', { params, body: { motivation: 'To build' } });
    expect((await twice(read)).body).toMatchObject({ motivation: 'To build', steps: [{ isComplete: false }, {}] });
    await client.call('changeApplication', { params, body: { city: 'Manila' } });
    expect((await twice(read)).body.steps?.[0]).toMatchObject({ isComplete: true });
    await client.call('recordActivity', {
      body: { applicationId, activityEntries: [{ action: 'VIEW_APPLICATION', timestamp: new Date().toISOString() }] },
    });
    expect((await twice(read)).body.userActivity?.activityEntries).toHaveLength(1);
    expect((await twice(rowOf))?.lastSeenAt).not.toBeNull();
    await Owner.call('changeApplication', { params, body: { status: 'INTERVIEW PENDING' } });
    expect(await twice(rowOf)).toMatchObject({ status: 'INTERVIEW PENDING', city: 'Manila' });
    expect((await twice(read)).body.steps?.[1]).toMatchObject({ isVisible: true });
  });

  test('follows the process: its steps, and what it keeps to admins', async () => {
    const { Owner, Viewer } = school.staff;
    const created = await Owner.call('createProcess', { body: { json: JSON.stringify(PROCESS) } });
    const batch = await Owner.call('createBatch', {
      body: { name: 'Changing', status: 'Open', processId: created.body._id, organizationId: school.organizationId },
    });
    const submitted = await Owner.call('submitApplication', {
      body: { batchId: batch.body._id, email: freshEmail(), firstName: 'Ada', lastName: 'Lovelace' },
    });
    const params = { id: submitted.body._id };
    await Owner.call('changeApplication', { params, body: { interviewer: 'Grace' } });
    const query = { batchIds: batch.body._id };
    const read = () => Viewer.call('getApplication', { params });
    const list = () => Viewer.call('listApplications', { query });
    expect((await twice(read)).body).toMatchObject({ interviewer: 'Grace' });
    expect((await twice(list)).body).toMatchObject([{ interviewer: 'Grace' }]);

    const fields = PROCESS.fields.map((field) => ({ ...field, isAdminOnly: true }));
    const json = JSON.stringify({ ...PROCESS, fields, applicationDetailsSteps: [] });
    expect((await Owner.call('changeProcess', { params: { id: created.body._id }, body: { json } })).status).toBe(200);
    const { body } = await twice(read);
    expect(body).not.toHaveProperty('interviewer');
    expect(body.steps).toEqual([]);
    for (const row of (await twice(list)).body) expect(row).not.toHaveProperty('interviewer');
  });

  test('is for each viewer what that viewer may see', async () => {
    const { client, applicationId } = await applied(server, school);
    const params = { id: applicationId };
    const { Owner, Viewer } = school.staff;
    await Owner.call('changeApplication', { params, body: { adminComments: [{ message: 'Called' }], rating: 'A' } });
    for (let n = 0; n < 2; n += 1) {
      expect((await Owner.call('getApplication', { params })).body).toMatchObject({
        rating: 'A',
        adminComments: [{ message: 'Called', authorEmail: 'owner@again-school.example' }],
      });
      for (const other of [Viewer, client]) {
        const { body } = await other.call('getApplication', { params });
        for (const member of ['rating', 'adminComments', 'adminAssignee', 'userActivity', 'failedEmails']) {
          expect(body).not.toHaveProperty(member);
        }
      }
      const rows = (await Viewer.call('listApplications')).body;
      expect(rows.every((row) => !('adminComments' in row) && !('rating' in row))).toBe(true);
      expect((await client.call('listApplications')).body).toHaveLength(1);
      expect((await client.call('listApplications')).body[0]).not.toHaveProperty('lastSeenAt');
    }
  });

  test.each(['Zoë', '🦊 Ширин', 'Ada'])('is whole, whatever alphabet it is in: %s', async (firstName) => {
    const { Owner } = school.staff;
    const { applicationId } = await applied(server, school);
    const params = { id: applicationId };
    expect((await Owner.call('changeApplication', { params, body: { firstName } })).status).toBe(200);
    for (let n = 0; n < 2; n += 1) {
      const { body, headers } = await Owner.call('getApplication', { params });
      expect(body.firstName).toBe(firstName);
      expect(Number(headers.get('content-length'))).toBe(Buffer.byteLength(JSON.stringify(body)));
    }
    const row = (await Owner.call('listApplications')).body.find(({ _id }) => _id === applicationId);
    expect(row?.firstName).toBe(firstName);
  });

  test('is not shown any more to who has signed out', async () => {
    const viewer = await signedIn(server, 'viewer@again-school.example', school.organizationId);
    const cookies = new Map(viewer.cookies);
    expect((await twice(() => viewer.call('listApplications'))).status).toBe(200);
    await viewer.call('logout');
    for (const [name, value] of cookies) viewer.cookies.set(name, value);
    expect((await viewer.call('listApplications')).status).toBe(401);
  });

  test('needs no body, and says how long it would be', async () => {
    const { client, applicationId } = await applied(server, school);
    const path = `/api/applications/${applicationId}?organizationId=${school.organizationId}`;
    const got = await client.raw({ method: 'GET', path });
    const head = await client.raw({ method: 'HEAD', path });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    for (const name of ['content-type', 'content-length', 'cache-control']) {
      expect(head.headers.get(name), name).toBe(got.headers.get(name));
    }
    expect(got.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(Number(got.headers.get('content-length'))).toBe((await got.bytes()).length);
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    // `fetch` bypasses the cache when a request has a condition.
    const [again] = await once(get(server.url + path, { headers: { cookie, 'If-None-Match': '*' } }), 'response');
    again.resume();
    expect(again.statusCode).toBe(304);
  });
});

test('what is remembered hides no damage from who verifies', async () => {
  const embedded = await startTestServer({ adapters: 'embedded' });
  try {
    const school = await createSchool(embedded, 'damaged-school');
    const { client, applicationId } = await applied(embedded, school);
    // The delivery of its email writes the application once more.
    const messages = () => school.staff.Owner.call('listMessages', { params: { id: applicationId } });
    await expect.poll(async () => (await messages()).body.map(({ status }) => status)).toEqual(['delivered']);
    const { engine, log } = embedded.running.composition;
    await engine.waitFor(await log.head());
    const read = () => client.call('getApplication', { params: { id: applicationId } });
    expect((await twice(read)).status).toBe(200);
    const directory = join(embedded.dataDir, 'read-models');
    const [file = ''] = readdirSync(directory).filter((name) => /^applications@.*sqlite$/.test(name));
    const database = new DatabaseSync(join(directory, file));
    const name = file.replace('.sqlite', '');
    database.prepare(`UPDATE "${name}" SET json = json_set(json, '$.status', 'COMPLETE')`).run();
    database.close();
    const differences = await Array.fromAsync(engine.compareWithFreshFold(['applications']));
    const difference = { projection: 'applications', id: applicationId, members: ['status'], isQuarantined: false };
    expect(differences).toEqual([difference]);
  } finally {
    await embedded.close();
  }
});
