import { afterAll, beforeAll, expect, test } from 'vitest';
import { usageOf } from '../../commands/vault/usage.ts';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import { MASS_READ } from '../../domain/security-log/kinds.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { emailsTo } from '../support/emails.ts';
import { whenBuilt } from '../support/reports.ts';
import { applied, createSchool, type School, signedIn } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const HOUR_MS = 3_600_000;

let server: TestServer;
let school: School;
let ahead = 0;
const now = () => Date.now() + ahead;
beforeAll(async () => {
  server = await startTestServer({ now });
  school = await createSchool(server, 'read-much');
  // All of it within one hour of the clock.
  ahead = HOUR_MS - (Date.now() % HOUR_MS);
});
afterAll(() => server.close());

/** As another process counts. */
const elsewhere = (reads: 'rows' | 'calls', userId: string, amount: number) =>
  usageOf({ vault: server.running.composition.stores.vault, now }).countInHour(
    `reads:${reads}:${school.organizationId}.${userId}`,
    amount,
  );

test('a member who reads far too much is refused until the next hour, and the Owners are told', async () => {
  const { organizationId } = school;
  const { applicationId, client: applicant } = await applied(server, school);
  await applied(server, school);
  const reader = await signedIn(server, 'admin@read-much.example', organizationId);
  const { _id: userId } = (await reader.call('getUser')).body;
  const open = (client = reader) => client.call('getApplication', { params: { id: applicationId } });
  const list = (client = reader) => client.call('listApplications');

  await elsewhere('calls', userId, QUOTAS.account.readsPerHour.calls - 1);
  expect((await open()).status, 'the last one').toBe(200);
  await expect.poll(async () => (await open()).status).toBe(429);
  const refused = await open();
  const seconds = Number(refused.headers.get('Retry-After'));
  expect(seconds).toBeGreaterThan((HOUR_MS - (now() % HOUR_MS)) / 1000 - 5);
  expect(seconds).toBeLessThanOrEqual(3600);
  expect(refused.problem.message).toBe(TEXTS.access.tooMuchRead(Math.ceil(seconds / 60)));
  const put = (body: object) => reader.call('changeApplication', { params: { id: applicationId }, body });
  expect(await put({}), 'a change that changes nothing is a read').toMatchObject({
    status: 429,
    problem: { message: refused.problem.message },
  });
  expect((await put({ status: 'DECISION PENDING' })).status, 'daily work').toBe(200);
  for (const name of ['listMessages', 'getApplicationHistory'] as const)
    expect((await reader.call(name, { params: { id: applicationId } })).status, name).toBe(429);

  const two = (await list()).body;
  expect(two).toHaveLength(2);
  await elsewhere('rows', userId, QUOTAS.account.readsPerHour.rows - 3);
  expect((await list()).status, 'counted by rows').toBe(200);
  await expect.poll(async () => (await list()).status).toBe(429);

  expect((await open(school.staff.Viewer)).status, 'a colleague').toBe(200);
  expect((await open(applicant)).status, 'own data').toBe(200);
  const { Owner } = school.staff;
  const owner = await signedIn(server, 'owner@read-much.example', organizationId);
  const { token } = (await owner.call('createApiToken', { body: { name: 'Sheets', scopes: ['read'], days: 90 } })).body;
  const program = await fetch(`${server.url}/api/applications`, { headers: { Authorization: `Bearer ${token}` } });
  expect(program.status, 'a program').toBe(200);

  const { entries } = (await Owner.call('listSecurityLog', { query: { kind: 'readLimited' } })).body;
  expect(entries.map(({ actor }) => actor?.name)).toEqual(['admin@read-much.example']);
  expect(entries[0]?.calls.map(({ call }) => call)).toEqual(
    expect.arrayContaining(['GET /api/applications/{id}', 'GET /api/applications']),
  );
  const told = async () =>
    (await emailsTo(server.dataDir, 'owner@read-much.example')).filter((mail) =>
      mail.includes('unusual amount of data'),
    );
  await expect.poll(async () => (await told()).length, { timeout: 15_000 }).toBe(1);

  ahead += HOUR_MS;
  expect((await open()).status, 'in the next hour').toBe(200);
  expect((await list()).status).toBe(200);
});

test('a change that changes nothing counts as a read of the application', async () => {
  ahead += HOUR_MS;
  const { applicationId } = await applied(server, school);
  const reader = await signedIn(server, 'admin@read-much.example', school.organizationId);
  const { _id: userId } = (await reader.call('getUser')).body;
  const params = { id: applicationId };
  const put = (body: object) => reader.call('changeApplication', { params, body });
  await elsewhere('calls', userId, QUOTAS.account.readsPerHour.calls - 2);
  expect((await put({ status: 'DECISION PENDING' })).status, 'no read').toBe(200);
  expect((await put({})).status).toBe(200);
  const unassign = async () => (await put({ adminAssignee: null })).status;
  await expect.poll(unassign, { message: 'nobody was assigned' }).toBe(429);
  expect((await put({ status: 'INTERVIEW PENDING' })).status).toBe(200);
});

test('calls about one application are named a mass read after 1,500 in an hour', async () => {
  ahead += HOUR_MS;
  const { applicationId } = await applied(server, school);
  const reader = await signedIn(server, 'viewer@read-much.example', school.organizationId);
  const { _id: userId } = (await reader.call('getUser')).body;
  const params = { id: applicationId };
  const ofReader = { query: { kind: 'massRead', actorId: userId } } as const;
  const massReads = async () => (await school.staff.Owner.call('listSecurityLog', ofReader)).body.entries;
  const opened = async () => (await reader.call('getApplication', { params })).status;
  expect(await opened()).toBe(200);
  expect(await massReads(), 'daily work').toEqual([]);
  await elsewhere('calls', userId, MASS_READ.calls);
  await expect.poll(async () => [await opened(), (await massReads()).length], { timeout: 15_000 }).toEqual([200, 1]);
  expect((await massReads())[0]?.calls.map(({ call }) => call)).toEqual(['GET /api/applications/{id}']);
});

test('the lists behind numbers and the results of saved reports count as rows', async () => {
  const { organizationId, batches, staff } = school;
  ahead += HOUR_MS;
  await applied(server, school);
  const body = { name: 'Who came', events: ['ApplicationSubmitted'], where: [], measure: { kind: 'count' } } as const;
  const { _id: id } = (await staff.Owner.call('createSavedReport', { body })).body;
  const { position } = await whenBuilt(staff.Owner, id);
  const reader = await signedIn(server, 'admin@read-much.example', organizationId);
  const { _id: userId } = (await reader.call('getUser')).body;
  const params = { id };
  const calls = {
    reportMembers: () => reader.call('reportMembers', { query: { group: 'applied' } }),
    getReportApplications: () => reader.call('getReportApplications', { params, query: { position } }),
    whatIfMembers: () => reader.call('whatIfMembers', { query: { batchId: batches.Open, row: 'all', side: 'was' } }),
    getReportResult: () => reader.call('getReportResult', { params }),
    getReportCsv: () => reader.call('getReportCsv', { params }),
  };
  for (const [name, call] of Object.entries(calls)) {
    ahead += HOUR_MS;
    await elsewhere('rows', userId, QUOTAS.account.readsPerHour.rows - 1);
    expect((await call()).status, name).toBe(200);
    await expect.poll(async () => (await call()).status, { message: name }).toBe(429);
  }
});
