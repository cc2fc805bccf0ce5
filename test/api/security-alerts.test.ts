import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOutbox } from '../../commands/outbox/outbox.ts';
import { CONFIRMED_MINUTES } from '../../domain/access/confirmation.ts';
import { MASS_READ } from '../../domain/security-log/kinds.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Client } from '../support/client.ts';
import { emailsTo } from '../support/emails.ts';
import { addStaff, applied, createSchool, freshEmail, PASSWORD, signedIn } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** As rule 169 and the email say. */
const MOST_TRIES = 20;

let server: TestServer;
let ahead = 0;
beforeAll(async () => {
  server = await startTestServer({ now: () => Date.now() + ahead });
});
afterAll(() => server.close());

const { alert, downloadAlert, massReadAlert, moreAlerts } = TEXTS.securityLog;
const mailsOf = async (owner: string, { subject }: { readonly subject: string }) =>
  (await emailsTo(server.dataDir, owner)).filter((mail) => mail.includes(`Subject: ${subject}`));
const alertsOf = (owner: string) => mailsOf(owner, alert('', ''));
const count = (owner: string, wanted: number) =>
  expect.poll(async () => (await alertsOf(owner)).length, { timeout: 15_000 }).toBe(wanted);
const times = async (most: number, ask: () => Promise<unknown>) => {
  for (let n = 0; n < most; n += 1) await ask();
};

const FIREFOX = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0' };
const CHROME = { 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36' };

test('an account that tries what is not theirs alerts the Owners of that school, once a day', async () => {
  const [school, other] = [await createSchool(server, 'alerted'), await createSchool(server, 'calm')];
  const owner = 'owner@alerted.example';
  const { applicationId: id } = await applied(server, school);
  const open = (client: Client, wanted: string) => client.call('getApplication', { params: { id: wanted } });
  // All tries are within one hour of the clock.
  ahead = 3_600_000 - ((Date.now() + ahead) % 3_600_000);
  const stranger = await signedIn(server, 'admin@calm.example', other.organizationId);
  await times(MOST_TRIES - 1, () => open(stranger, id));
  const colleague = await signedIn(server, 'viewer@calm.example', other.organizationId);
  await times(MOST_TRIES, () => open(colleague, id));
  await count(owner, 1);
  const { documents: asked } = await openOutbox(server.running.composition.stores.vault).find({
    stream: `organization-${school.organizationId}`,
  });
  expect(
    asked.filter(({ reaction }) => reaction === 'securityAlert'),
    'of the second account only, whose tries came later',
  ).toHaveLength(1);
  await times(2 * MOST_TRIES, () => open(stranger, id));
  await count(owner, 2);
  expect((await alertsOf(owner))[0]).toContain('/admin/security');
  await count('owner@calm.example', 2);

  const tired = await signedIn(server, owner, school.organizationId);
  ahead += CONFIRMED_MINUTES * 60_000;
  const body = { name: 'Mirror', scopes: ['events'] };
  await times(MOST_TRIES, () => tired.call('createApiToken', { body }));
  await count(owner, 3);
  ahead += 3_600_000;
  await times(MOST_TRIES - 1, () => open(stranger, randomUUID()));
  ahead += 3_600_000;
  await times(MOST_TRIES - 1, () => open(stranger, randomUUID()));
  expect(await alertsOf('owner@calm.example'), 'few in each hour, on the same day').toHaveLength(2);
});

test('accounts that anybody can make send the Owners a few emails and one that there are more, and hide none about a member', async () => {
  const school = await createSchool(server, 'besieged');
  const owner = 'owner@besieged.example';
  const { applicationId: id } = await applied(server, school);
  ahead += 3_600_000 - ((Date.now() + ahead) % 3_600_000);
  for (let n = 0; n < 6; n += 1) {
    const stranger = server.client();
    await stranger.call('signup', { body: { email: freshEmail(), password: PASSWORD } });
    await times(MOST_TRIES + 1, () => stranger.call('getApplication', { params: { id } }));
  }
  await count(owner, 3);
  const more = async () => (await mailsOf(owner, moreAlerts('', ''))).length;
  await expect.poll(more, { timeout: 15_000 }).toBe(1);
  const tired = await signedIn(server, owner, school.organizationId);
  ahead += CONFIRMED_MINUTES * 60_000;
  await times(MOST_TRIES, () => tired.call('createApiToken', { body: { name: 'Mirror', scopes: ['events'] } }));
  await count(owner, 4);
  expect(await more()).toBe(1);
  const { body } = await tired.call('listSecurityLog', { query: { kind: 'unusual' } });
  expect(body.entries, 'each account, also those of no email of their own').toHaveLength(7);
});

test('the first download of an account from a kind of device alerts the Owners', async () => {
  const school = await createSchool(server, 'drained');
  const owner = 'owner@drained.example';
  const { Admin, Viewer } = school.staff;
  const download = async (client: Client, headers = FIREFOX) => {
    const body = { list: 'applications', filters: { rows: 3 } } as const;
    expect((await client.call('recordExport', { body, headers })).status).toBe(200);
    await server.running.services.securityLog.flush();
  };
  const told = async () => (await mailsOf(owner, downloadAlert('', ''))).length;
  const isTold = (wanted: number) => expect.poll(told, { timeout: 15_000 }).toBe(wanted);
  await download(Viewer);
  await isTold(1);
  expect((await mailsOf(owner, downloadAlert('', ''))).join()).toContain('/admin/security');
  await download(Viewer, CHROME);
  await isTold(2);
  ahead += 48 * 3_600_000;
  await download(Viewer);
  await download(Viewer, CHROME);
  await download(Admin, CHROME);
  await isTold(3);
  await download(Admin, CHROME);
  ahead += 181 * 24 * 3_600_000;
  await download(await signedIn(server, 'viewer@drained.example', school.organizationId), CHROME);
  await isTold(4);
});

test('a mass read is named in the security log, and alerts the Owners only where its device is new to the account', async () => {
  const school = await createSchool(server, 'copied');
  const owner = 'owner@copied.example';
  const { Owner } = school.staff;
  const readBy = async (client: Client, headers = FIREFOX) => {
    expect((await client.call('listAudit', { query: { limit: '200' }, headers })).body).not.toHaveLength(0);
    await server.running.services.securityLog.flush();
  };
  const massReads = async () => (await Owner.call('listSecurityLog', { query: { kind: 'massRead' } })).body.entries;
  const told = async () => (await mailsOf(owner, massReadAlert('', ''))).length;
  const admin = () => signedIn(server, 'admin@copied.example', school.organizationId);
  const before = await admin();
  await readBy(before);
  expect(await massReads(), 'of few rows').toEqual([]);
  for (let n = 0; n < MASS_READ.rows; n += 1) {
    const body = { name: `Course ${n}` };
    expect((await Owner.call('changeBatch', { params: { id: school.batches.Open }, body })).status).toBe(200);
  }
  await readBy(before);
  await readBy(before);
  expect(await massReads()).toMatchObject([
    {
      count: 2,
      device: 'Firefox on Linux',
      actor: { name: 'admin@copied.example' },
      calls: [{ call: 'GET /api/audit' }],
    },
  ]);
  await readBy(before, CHROME);
  ahead += MASS_READ.familiarDays * 24 * 3_600_000 + 3_600_000;
  const week = await admin();
  await readBy(week);
  await readBy(week, CHROME);
  const EDGE = { 'User-Agent': `${CHROME['User-Agent']} Edg/140.0.0.0` };
  await readBy(week, EDGE);
  await readBy(week, EDGE);
  await addStaff(server, school.organizationId, 'new@copied.example', 'Admin');
  await readBy(await signedIn(server, 'new@copied.example', school.organizationId));
  await expect.poll(told, { timeout: 15_000 }).toBe(1);
  const { documents: asked } = await openOutbox(server.running.composition.stores.vault).find({
    stream: `organization-${school.organizationId}`,
  });
  expect(asked.filter(({ reaction }) => reaction === 'massReadAlert')).toHaveLength(1);
  expect((await mailsOf(owner, massReadAlert('', '')))[0]).toContain('/admin/security');
});
