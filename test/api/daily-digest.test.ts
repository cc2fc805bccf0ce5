import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handle } from '../../commands/handling/handle.ts';
import { issueDailyDigest } from '../../commands/user/issue-daily-digest.ts';
import { type ApplicationCommand, application } from '../../domain/application/application.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Client } from '../support/client.ts';
import { emailsTo } from '../support/emails.ts';
import {
  accepted,
  addStaff,
  applied,
  createSchool,
  freshEmail,
  operatorContext,
  type School,
  signedIn,
} from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const ZONE = 'Europe/Berlin';

let server: TestServer;
let ahead = Date.parse('2027-03-01T10:00:00Z') - Date.now();
const now = () => Date.now() + ahead;
const moveTo = (at: string) => {
  ahead = Date.parse(at) - Date.now();
};

beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'off' }, now });
});
afterAll(() => server.close());

const idOf = async (client: Client) => (await client.call('getUser')).body?._id ?? '';
const setDigest = (client: Client, body: object) => client.call('changeDailyDigest', { body });
const zoneOf = async (client: Client) => (await client.call('getDailyDigest')).body.timeZone;
const digestsTo = async (email: string) =>
  (await emailsTo(server.dataDir, email)).filter((mail) => mail.includes('Subject: Your digest'));
const daysOf = async (userId: string) =>
  (await server.running.composition.log.readStream(`user-${userId}`)).flatMap(({ type, data }) =>
    type === 'DailyDigestIssued' ? [(data as { day: string }).day] : [],
  );
async function act(school: School, id: string, ...commands: readonly ApplicationCommand[]): Promise<void> {
  const { environment, engine } = server.running.composition;
  for (const command of commands) {
    const context = { ...operatorContext(server), organizationId: school.organizationId, commandId: randomUUID() };
    const { appended } = accepted(await handle(environment, application, id, [command], context));
    const position = appended.at(-1)?.position;
    if (position !== undefined) await engine.waitFor(position);
  }
}

/** A member of the school, who has switched the digest on. */
async function withDigest(school: School, role: 'Owner' | 'Admin' | 'Viewer') {
  const email = freshEmail();
  await addStaff(server, school.organizationId, email, role);
  const client = await signedIn(server, email, school.organizationId);
  expect((await setDigest(client, { isOn: true, timeZone: ZONE })).body).toEqual({ timeZone: ZONE });
  return { email, client, userId: await idOf(client) };
}

test('members switch it on in a time zone, by default that of the school, and their export has it', async () => {
  const school = await createSchool(server, 'choosing-digests');
  const { Viewer } = school.staff;
  expect(await zoneOf(Viewer)).toBeNull();
  expect((await setDigest(Viewer, { isOn: true })).body).toEqual({ timeZone: 'Asia/Manila' });
  expect((await setDigest(Viewer, { isOn: true, timeZone: 'america/new_york' })).body.timeZone).toBe(
    'America/New_York',
  );
  const refused = await setDigest(Viewer, { isOn: true, timeZone: 'Mars/Olympus' });
  expect([refused.status, refused.problem.errors?.[0]?.field]).toEqual([422, 'timeZone']);
  expect((await Viewer.call('exportMe')).body.account.dailyDigestTimeZone).toBe('America/New_York');
  expect((await setDigest(Viewer, { isOn: false })).body).toEqual({ timeZone: null });
  const { client } = await applied(server, school);
  const stranger = await setDigest(client, { isOn: true });
  expect([stranger.status, stranger.problem.message]).toEqual([403, TEXTS.digest.forStaff]);
});

test('it lists for each person once a day what is new, overdue and planned in their schools, as their role may see', async () => {
  moveTo('2027-03-01T10:00:00Z');
  const school = await createSchool(server, 'told-daily');
  const other = await createSchool(server, 'told-elsewhere');
  const before = await applied(server, school);
  await act(
    school,
    before.applicationId,
    { type: 'ScheduleInterview', data: { eventUri: 'https://api.calendly.com/e/1', startsAt: null, joinUrl: null } },
    {
      type: 'ReceiveInterviewDetails',
      data: {
        ...{ eventUri: 'https://api.calendly.com/e/1', joinUrl: null },
        ...{ startsAt: '2027-03-02T22:30:00.000Z', endsAt: '2027-03-02T23:00:00.000Z' },
      },
    },
  );
  moveTo('2027-03-01T11:00:00Z');
  const admin = await withDigest(school, 'Admin');
  const viewer = await withDigest(school, 'Viewer');
  moveTo('2027-03-01T12:00:00Z');
  const arrived = await applied(server, school);
  await applied(server, other);
  const { body } = await school.staff.Owner.call('getApplication', { params: { id: arrived.applicationId } });
  const call = { message: 'Her secret', kind: 'call', followUpOn: '2027-03-02' } as const;
  const changed = await school.staff.Owner.call('changeApplication', {
    params: { id: arrived.applicationId },
    body: { version: body.version, adminComments: [call] },
  });
  expect(changed.status).toBe(200);

  moveTo('2027-03-02T06:00:01Z');
  await expect.poll(() => digestsTo(admin.email), { timeout: 20_000 }).toHaveLength(1);
  await expect.poll(() => digestsTo(viewer.email), { timeout: 20_000 }).toHaveLength(1);
  const [mail = ''] = await digestsTo(admin.email);
  expect(mail).toContain('Subject: Your digest for Tuesday, 2 Mar');
  expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
  expect(mail).toContain('Interviews today: 1');
  expect(mail).toContain('(23:30)');
  expect(mail).toContain('New applications: 1');
  expect(mail).toContain('Overdue: 1');
  expect(mail).toContain('follow-up due 2 Mar');
  expect(mail).not.toMatch(/Lovelace|secret|told-elsewhere/);
  const [shorter = ''] = await digestsTo(viewer.email);
  expect(shorter).toContain('Interviews today: 1');
  expect(shorter).not.toMatch(/Overdue|follow-up/);

  const { environment } = server.running.composition;
  const again = Array.from({ length: 8 }, () => issueDailyDigest(environment, { userId: admin.userId }));
  for (const result of await Promise.all(again)) expect(result.ok).toBe(true);
  expect(await daysOf(admin.userId)).toEqual(['2027-03-02']);

  moveTo('2027-03-03T06:00:01Z');
  const workers = Array.from({ length: 8 }, () => issueDailyDigest(environment, { userId: viewer.userId }));
  for (const result of await Promise.all(workers)) expect(result.ok).toBe(true);
  moveTo('2027-03-03T12:00:00Z');
  await applied(server, school);
  moveTo('2027-03-04T06:00:01Z');
  await expect.poll(() => digestsTo(viewer.email), { timeout: 20_000 }).toHaveLength(2);
  expect(await daysOf(viewer.userId)).toEqual(['2027-03-02', '2027-03-03', '2027-03-04']);
  const subjects = (await digestsTo(viewer.email)).map((one) => /^Subject: (.*)$/m.exec(one)?.[1]?.trim());
  expect(new Set(subjects)).toEqual(new Set(['Your digest for Tuesday, 2 Mar', 'Your digest for Thursday, 4 Mar']));
});

test('people who left the school or were erased get none', async () => {
  moveTo('2027-12-01T10:00:00Z');
  const school = await createSchool(server, 'leaving-digests');
  const removed = await withDigest(school, 'Admin');
  const erased = await withDigest(school, 'Admin');
  const kept = await withDigest(school, 'Admin');
  await applied(server, school);
  const gone = await school.staff.Owner.call('removeMemberFromOrg', {
    body: { orgId: school.organizationId, userId: removed.userId },
  });
  expect(gone.status).toBe(200);
  expect((await erased.client.call('deleteMe')).status).toBe(200);
  moveTo('2027-12-02T06:00:01Z');
  await expect.poll(() => digestsTo(kept.email), { timeout: 20_000 }).toHaveLength(1);
  await expect.poll(() => zoneOf(removed.client), { timeout: 20_000 }).toBeNull();
  expect([await daysOf(removed.userId), await daysOf(erased.userId)]).toEqual([[], []]);
  expect([await digestsTo(removed.email), await digestsTo(erased.email)]).toEqual([[], []]);
});
