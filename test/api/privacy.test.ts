import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applicationView } from '../../api/views/application-view.ts';
import { adaptersUnderTest } from '../support/adapters.ts';
import { answers, createSchool, freshEmail, PASSWORD, type School, signedIn } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let school: School;
let other: School;
beforeAll(async () => {
  server = await startTestServer();
  school = await createSchool(server, 'private-school');
  other = await createSchool(server, 'other-school');
});
afterAll(() => server.close());

async function enrolled(name: string) {
  const email = freshEmail();
  const client = server.client();
  const applications: string[] = [];
  for (const { batches } of [school, other]) {
    const body = { batchId: batches.Open, ...answers(email), firstName: name };
    applications.push((await client.call('submitApplication', { body })).body._id);
  }
  expect((await client.call('signup', { body: { email, password: PASSWORD } })).status).toBe(200);
  return { email, client, applications };
}

describe('what is held on a person', () => {
  test('is shown to them, less what is for staff only', async () => {
    const { email, client, applications } = await enrolled('Zenobia');
    const [id = ''] = applications;
    const { Admin } = school.staff;
    await Admin.call('changeApplication', {
      params: { id },
      body: { rating: 'middling', adminComments: [{ message: 'Has potential' }] },
    });
    const { status, body } = await client.call('exportMe');
    expect(status).toBe(200);
    expect(body.account).toMatchObject({ email, organizations: [] });
    expect(body.applications.map(({ _id }) => _id).toSorted()).toEqual(applications.toSorted());
    expect(body.applications.find(({ _id }) => _id === id)).toMatchObject({
      firstName: 'Zenobia',
      organizationName: 'School private-school',
      batchName: 'Open batch',
      history: expect.arrayContaining([expect.objectContaining({ type: 'ApplicationSubmitted' })]),
    });
    expect(body.held).toMatchObject({ sessions: [{}], passwords: [{}] });
    const text = JSON.stringify(body);
    for (const hidden of ['Has potential', 'CommentAdded', 'middling', '"hash"', 'salt'])
      expect(text).not.toContain(hidden);
  });

  // All stores keep them; on the test server 5,100 of them in one document take half a minute.
  test.skipIf(adaptersUnderTest() === 'servers')(
    'lists all that they did on their application, also beyond what a school sees entry by entry',
    async () => {
      const { client, applications } = await enrolled('Wilhelmina');
      const [applicationId = ''] = applications;
      for (let part = 0; part < 51; part += 1) {
        const activityEntries = Array.from({ length: 100 }, (_, n) => ({
          action: 'VIEW_APPLICATION_STEP' as const,
          actionDetails: `Step ${part * 100 + n}`,
          timestamp: new Date(Date.UTC(2026, 0, 1, 0, part, 0, n)).toISOString(),
        }));
        expect((await client.call('recordActivity', { body: { applicationId, activityEntries } })).status).toBe(200);
      }
      const { body } = await client.call('exportMe');
      const activity = body.applications.find(({ _id }) => _id === applicationId)?.activity ?? [];
      expect(activity).toHaveLength(5_100);
      expect(activity[0]).toMatchObject({ actionDetails: 'Step 0' });
    },
  );

  test('holds nothing of others', async () => {
    const one = await enrolled('Ottoline');
    const two = await enrolled('Peregrine');
    const text = JSON.stringify((await one.client.call('exportMe')).body);
    expect(text).not.toContain(two.email);
    expect(text).not.toContain('Peregrine');
  });
});

describe('an Owner erases a person', () => {
  test('in the own organization only, and leaves the account', async () => {
    const { email, client, applications } = await enrolled('Quintilian');
    const [here = '', there = ''] = applications;
    const { Owner, Admin } = school.staff;
    expect((await Admin.call('erasePerson', { body: { email } })).status).toBe(403);
    expect((await Owner.call('erasePerson', { body: { applicationId: there } })).status).toBe(404);

    const erased = await Owner.call('erasePerson', { body: { applicationId: here } });
    expect(erased).toMatchObject({ status: 200, body: { applications: 1 } });
    const seen = await Owner.call('getApplication', { params: { id: here } });
    expect(seen.body).toMatchObject({ email: '[erased]', firstName: null, isErased: true, userId: null });
    expect(JSON.stringify([seen.body, (await Owner.call('listApplications')).body])).not.toContain(email);
    expect((await client.call('getApplication', { params: { id: here } })).status).toBe(404);
    expect((await client.call('getApplication', { params: { id: there } })).body).toMatchObject({ email });
    expect((await server.client().call('login', { body: { email, password: PASSWORD } })).status).toBe(200);

    expect((await Owner.call('erasePerson', { body: { email } })).status).toBe(404);
    const repeated = await Owner.call('erasePerson', { body: { applicationId: here } });
    expect(repeated).toMatchObject({ status: 200, body: { applications: 0 } });
    const again = await client.call('submitApplication', {
      body: { batchId: school.batches.Open, ...answers(email) },
    });
    expect(again.status, again.problem.message).toBe(200);
  });

  test('and names them in one of two ways', async () => {
    const { Owner } = school.staff;
    for (const body of [{}, { email: 'a@b.example', applicationId: 'x' }, { email: 7 }]) {
      expect((await Owner.call('erasePerson', { body })).status).toBe(400);
    }
    expect((await Owner.call('erasePerson', { body: { email: freshEmail() } })).status).toBe(404);
  });
});

test('an erasure is not hidden by an answer from before the activity was blanked', async () => {
  const { client, applications } = await enrolled('Cassilda');
  const [applicationId = ''] = applications;
  const entry = {
    action: 'VIEW_APPLICATION_STEP' as const,
    actionDetails: 'Letter of Cassilda',
    timestamp: '2026-01-01T00:00:00.000Z',
  };
  await client.call('recordActivity', { body: { applicationId, activityEntries: [entry] } });
  const { readModels } = server.running.composition;
  const logger = pino({ level: 'silent' });
  const parts = await readModels.activity.getMany([`${applicationId}.0`]);
  expect(parts).toHaveLength(1);
  const erased = await school.staff.Owner.call('erasePerson', { body: { applicationId } });
  expect(erased.status).toBe(200);

  const document = await readModels.applications.get(applicationId);
  if (!document) throw new Error('No application');
  const roles = [{ orgId: school.organizationId, role: 'Owner' as const }];
  const owner = { kind: 'user', id: 'owner', roles, isCreator: false } as const;
  const seen = async (models = readModels) =>
    (await applicationView(document, owner, { readModels: models, logger })).text;
  const between = { ...readModels, activity: { ...readModels.activity, getMany: async () => parts } };
  expect(await seen(between)).toContain('Cassilda');
  expect(await seen()).not.toContain('Cassilda');
});

describe('a person deletes their account', () => {
  test('everywhere, and may come anew', async () => {
    const { email, client, applications } = await enrolled('Ruthven');
    const elsewhere = server.client();
    await elsewhere.call('login', { body: { email, password: PASSWORD } });
    expect((await client.call('deleteMe')).status).toBe(200);
    expect(client.cookies.size).toBe(0);
    for (const session of [client, elsewhere]) expect((await session.call('getUser')).status).toBe(401);
    expect((await server.client().call('login', { body: { email, password: PASSWORD } })).status).toBe(401);
    const kept = await school.staff.Owner.call('getApplication', { params: { id: applications[0] ?? '' } });
    expect(kept.body).toMatchObject({ email: '[erased]', isErased: true });
    expect((await server.client().call('signup', { body: { email, password: PASSWORD } })).status).toBe(200);
  });

  test('leaves out applications whose email they have not proven', async () => {
    const email = freshEmail();
    const body = { batchId: school.batches.Open, ...answers(email) };
    const { _id: id } = (await server.client().call('submitApplication', { body })).body;
    const stranger = server.client();
    await stranger.call('signup', { body: { email, password: PASSWORD } });
    expect(JSON.stringify((await stranger.call('exportMe')).body)).not.toContain('Lovelace');
    expect((await stranger.call('deleteMe')).status).toBe(200);
    const kept = await school.staff.Owner.call('getApplication', { params: { id } });
    expect(kept.body).toMatchObject({ email, firstName: 'Ada' });
  });

  test('but not while they are the last Owner of an organization; other members just leave', async () => {
    const { Owner } = other.staff;
    const refused = await Owner.call('deleteMe');
    expect(refused).toMatchObject({
      status: 422,
      problem: { message: 'School other-school would be left without an Owner. Make someone else an Owner first.' },
    });
    const viewer = await signedIn(server, 'viewer@other-school.example', other.organizationId);
    expect((await viewer.call('deleteMe')).status).toBe(200);
    const members = (await Owner.call('listUsers')).body.map(({ email }) => email);
    expect(members).toEqual(['owner@other-school.example', 'admin@other-school.example']);
  });
});

test('stored emails are removed with the person', async () => {
  const outbox = join(server.dataDir, 'outbox');
  const emailsTo = async (email: string) => {
    const mails = await Promise.all((await readdir(outbox)).map((name) => readFile(join(outbox, name), 'utf8')));
    return mails.filter((mail) => mail.includes(email)).length;
  };
  const { email, client } = await enrolled('Sigismund');
  await expect.poll(() => emailsTo(email)).toBe(3);
  await client.call('deleteMe');
  expect(await emailsTo(email)).toBe(0);
});

test('an erasure that was interrupted behind its first step is completed by the next start', async () => {
  const outbox = join(server.dataDir, 'outbox');
  const { email, applications } = await enrolled('Theophila');
  const mailed = async () => {
    const mails = await Promise.all((await readdir(outbox)).map((name) => readFile(join(outbox, name), 'utf8')));
    return mails.filter((mail) => mail.includes(email) && mail.includes('Theophila')).length;
  };
  await expect.poll(mailed).toBe(2);
  const { keys, readModels } = server.running.composition;
  for (const id of applications) await keys.erase(`application-${id}`, new Date().toISOString());
  expect((await readModels.applications.get(applications[0] ?? ''))?.email).toBe(email);

  server = await server.restart();
  const [first = '', second = ''] = applications;
  const erased = async () => {
    const { applications: documents } = server.running.composition.readModels;
    return (await documents.getMany([first, second])).map(({ erasedAt, email: held }) => [erasedAt !== null, held]);
  };
  await expect.poll(erased, { timeout: 20_000 }).toEqual([
    [true, null],
    [true, null],
  ]);
  await expect.poll(mailed, { timeout: 20_000 }).toBe(0);
});
