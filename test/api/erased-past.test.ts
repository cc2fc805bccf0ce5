import { afterAll, beforeAll, expect, test } from 'vitest';
import { byEmail } from '../../domain/user/display-name.ts';
import { auditLines } from '../../web/src/features/audit/audit-csv.ts';
import { toCsv } from '../../web/src/features/dashboard/data/csv.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { createWorld, type World } from '../support/world.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'off' } });
  world = await createWorld(server, 'erased-past');
});
afterAll(() => server.close());

const positionNow = async ({ staff: { Owner } }: World) => {
  const { engine, log } = server.running.composition;
  await engine.waitFor(await log.head());
  return (await Owner.call('getAsOf', { query: { at: new Date(Date.now() + 50_000).toISOString() } })).body.position;
};

const NAMES = {
  me: null,
  batch: () => null,
  plan: () => null,
  assessment: () => null,
  field: () => null,
  member: () => null,
  call: byEmail,
  time: (at: string) => at,
  catalogue: { events: [], fields: [] },
};

/** What staff get of the two applications, each alone, in lists and in files; of today or as of a position. */
async function answersOf({ staff: { Owner }, applicationId, accountId }: World, asOf?: string) {
  const query: Record<string, string> = asOf === undefined ? {} : { asOf };
  const ids = [applicationId, accountId];
  const documents = await Promise.all(
    ids.map(async (id) => {
      const { userActivity, ...one } = (await Owner.call('getApplication', { params: { id }, query })).body;
      const solutions = (await Owner.call('listSolutions', { query: { appId: id } })).body;
      const accounts = (await Owner.call('listPaymentAccounts', { query: { applicationId: id, ...query } })).body;
      return { one, accounts, solutions: asOf === undefined ? solutions : [] };
    }),
  );
  const rows = (await Owner.call('listApplications', { query })).body;
  const named = (await Owner.call('listApplications', { query: { ...query, ids: ids.join() } })).body;
  return { documents, rows, named, csv: toCsv(rows, []) };
}

const historyOf = async ({ staff: { Owner }, applicationId }: World) => {
  const entries = (await Owner.call('listAudit', { query: { limit: '200' } })).body;
  const history = (await Owner.call('getApplicationHistory', { params: { id: applicationId } })).body;
  const overview = (await Owner.call('reportOverview')).body;
  // A sealed position has another text in each answer.
  const shown = JSON.stringify({ history, overview }, (member, value) => (member === 'position' ? undefined : value));
  return { entries, shown, csv: auditLines(entries, NAMES, []) };
};

test('an erased person is in no past: documents, lists and files of today, after a rebuild and as of a moment are equal', async () => {
  const { Owner } = world.staff;
  const params = { id: world.applicationId };
  const { client, email } = world.applicant;
  const marks = [email, 'Lovelace', 'Wunderkind', 'Uncommonly kind'];
  await client.call('changeApplication', { params, body: { motivation: 'Wunderkind' } });
  const before = await positionNow(world);
  await Owner.call('changeApplication', { params, body: { adminComments: [{ message: 'Uncommonly kind' }] } });
  await Owner.call('changeApplication', { params, body: { status: 'CONTRACT SENT' } });
  const known = await positionNow(world);
  expect(JSON.stringify(await answersOf(world, before))).toContain('Wunderkind');
  expect(JSON.stringify(await answersOf(world, known))).toContain('Uncommonly kind');

  expect((await Owner.call('erasePerson', { body: { email } })).status).toBe(200);
  const erased = await positionNow(world);
  const live = await answersOf(world);
  const told = await historyOf(world);
  const [past, newest] = [await answersOf(world, before), await answersOf(world, known)];
  const text = JSON.stringify([live, told, past, newest]);
  for (const mark of marks) expect(text).not.toContain(mark);
  expect(past.rows.map(({ _id, status }) => [_id, status])).toContainEqual([world.applicationId, 'NEW']);
  expect(newest.rows.map(({ _id, status }) => [_id, status])).toContainEqual([world.applicationId, 'CONTRACT SENT']);

  for (const { documents } of [live, past, newest]) expect(documents[0]?.one).toMatchObject({ isErased: true });

  const atErasure = await answersOf(world, erased);
  expect([atErasure.rows, atErasure.named, atErasure.csv]).toEqual([live.rows, live.named, live.csv]);
  for (const { rows, named, documents } of [live, past, newest, atErasure]) {
    const wanted = new Set(documents.map(({ one }) => one._id));
    const shown = rows.filter(({ _id }) => wanted.has(_id));
    expect(named).toEqual(shown);
    for (const row of shown) expect(documents.find(({ one }) => one._id === row._id)?.one).toMatchObject(row);
  }

  await server.running.composition.engine.rebuild('all');
  expect(await answersOf(world)).toEqual(live);
  expect(await historyOf(world)).toEqual(told);
  for (const [position, then] of [
    [before, past],
    [known, newest],
    [erased, atErasure],
  ] as const)
    expect(await answersOf(world, position)).toEqual(then);
});
