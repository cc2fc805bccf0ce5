import { afterAll, beforeAll, expect, test } from 'vitest';
import { TEXTS } from '../../domain/text/texts.ts';
import { NOTICE_MAILS, noticesSeen } from '../../domain/user/preferences.ts';
import type { Client } from '../support/client.ts';
import { emailsTo } from '../support/emails.ts';
import { addStaff, applied, createSchool, freshEmail, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const MINUTE_MS = 60_000;

let server: TestServer;
let ahead = 0;
beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'off' }, now: () => Date.now() + ahead });
});
afterAll(() => server.close());

const idOf = async (client: Client) => (await client.call('getUser')).body?._id ?? '';
const noticesOf = async (client: Client) => (await client.call('listNotices')).body;

async function assign({ staff: { Owner } }: School, id: string, userId: string | null) {
  const body = { adminAssignee: userId === null ? null : { userId } };
  expect((await Owner.call('changeApplication', { params: { id }, body })).status).toBe(200);
}
async function comment(by: Client, id: string, message: string, mentions?: readonly string[]) {
  const { body: application } = await by.call('getApplication', { params: { id } });
  const saved = (application.adminComments ?? []).map(({ _id, message: text }) => ({ _id, message: text }));
  const added = { message, ...(mentions && { mentions: [...mentions] }) };
  const body = { version: application.version, adminComments: [...saved, added] };
  return by.call('changeApplication', { params: { id }, body });
}
/** These emails wait as long. A new event makes the leader read the outbox. */
async function afterAMinute(school: School) {
  ahead += MINUTE_MS + 1000;
  await applied(server, school);
}
const textsTo = (email: string) => emailsTo(server.dataDir, email);
const emailsOf = async (client: Client) => textsTo((await client.call('getUser')).body?.email ?? '');

test('an assignee hears of it in the list and by email, but not of their own doing, nor of what was taken back', async () => {
  const school = await createSchool(server, 'assigning');
  const { Admin, Owner } = school.staff;
  const [one, other] = [await applied(server, school), await applied(server, school)];
  const admin = await idOf(Admin);
  await assign(school, one.applicationId, admin);
  await assign(school, other.applicationId, admin);
  await assign(school, other.applicationId, null);
  await assign(school, other.applicationId, await idOf(Owner));
  expect(await noticesOf(Admin)).toMatchObject([
    { kind: 'assigned', by: 'owner@assigning.example', count: 1, application: { _id: one.applicationId } },
  ]);
  expect(await noticesOf(Owner)).toEqual([]);
  const [{ at, isNew } = { at: '', isNew: false }] = await noticesOf(Admin);
  await Admin.call('changePreferences', { body: { [noticesSeen(school.organizationId)]: at } });
  expect([isNew, (await noticesOf(Admin))[0]?.isNew]).toEqual([true, false]);
  await afterAMinute(school);
  await expect.poll(() => emailsOf(Admin)).toHaveLength(1);
  const [email] = await emailsOf(Admin);
  expect(email).toMatch(/^Subject: Open batch #\d+ is assigned to you$/m);
  expect(email).toContain(`/application/${one.applicationId}`);
  expect(await emailsOf(Owner)).toEqual([]);
});

test('an assignee hears once that all marked answers are corrected, without the name of the applicant', async () => {
  const school = await createSchool(server, 'correcting');
  const { Admin, Owner } = school.staff;
  const { applicationId: id, client, email: address } = await applied(server, school);
  await assign(school, id, await idOf(Admin));
  const mark = (...fields: string[]) => ({
    status: 'INCORRECT INFORMATION' as const,
    requestedCorrections: fields.map((_id) => ({ _id, note: 'As in your passport' })),
  });
  const change = async (by: Client, body: object) =>
    expect((await by.call('changeApplication', { params: { id }, body })).status).toBe(200);
  const kinds = async () => (await noticesOf(Admin)).map(({ kind }) => kind);
  await change(Owner, mark('firstName', 'lastName'));
  await change(client, { firstName: 'Augusta' });
  expect(await kinds()).toEqual(['assigned']);
  await change(client, { lastName: 'King' });
  expect(await kinds()).toEqual(['corrected', 'assigned']);
  await change(client, { lastName: 'Lovelace' });
  expect(await kinds()).toEqual(['corrected', 'assigned']);
  await afterAMinute(school);
  await expect.poll(() => emailsOf(Admin)).toHaveLength(2);
  const email = (await emailsOf(Admin)).find((text) => text.includes('all answers have been corrected'));
  expect(email).toContain(`/application/${id}`);
  for (const word of ['Augusta', 'Lovelace', address]) expect(email).not.toContain(word);
  await change(Owner, mark('firstName'));
  expect(await kinds(), 'marked again').toEqual(['assigned']);
});

test('a mention reaches those who may read comments, without its text, until the comment is deleted', async () => {
  const school = await createSchool(server, 'mentioning');
  const { Admin, Owner, Viewer } = school.staff;
  const { applicationId: id } = await applied(server, school);
  const [admin, owner, viewer] = await Promise.all([idOf(Admin), idOf(Owner), idOf(Viewer)]);
  const other = await createSchool(server, 'mentioned-elsewhere');
  for (const stranger of [viewer, await idOf(other.staff.Owner), 'nobody']) {
    const refused = await comment(Owner, id, 'Hello', [stranger]);
    expect([refused.status, refused.problem.message]).toEqual([422, TEXTS.applications.mentionUnknown]);
  }
  await comment(Owner, id, 'Please call her, she is **secret**', [admin, admin, owner]);
  await comment(Owner, id, 'Without anyone');
  expect(await noticesOf(Admin)).toMatchObject([{ kind: 'mentioned', application: { _id: id } }]);
  expect(await noticesOf(Owner)).toEqual([]);
  expect((await Viewer.call('listNotices')).status).toBe(403);
  await afterAMinute(school);
  await expect.poll(() => emailsOf(Admin)).toHaveLength(1);
  const [email] = await emailsOf(Admin);
  expect(email).toContain('mentioned you in a comment on the application Open batch #');
  expect(email).not.toContain('secret');

  await comment(Owner, id, 'Once more', [admin]);
  const { body: application } = await Owner.call('getApplication', { params: { id } });
  const kept = (application.adminComments ?? []).filter(({ message }) => message === 'Without anyone');
  await Owner.call('changeApplication', {
    params: { id },
    body: { version: application.version, adminComments: kept.map(({ _id, message }) => ({ _id, message })) },
  });
  expect(await noticesOf(Admin)).toEqual([]);
  await afterAMinute(school);
  await comment(Owner, id, 'Last', [admin]);
  await afterAMinute(school);
  await expect.poll(() => emailsOf(Admin)).toHaveLength(2);
});

test('a bulk change is one notice and one email, and who wants no emails gets none', async () => {
  const school = await createSchool(server, 'assigning-many');
  const { Admin, Owner } = school.staff;
  const applicationIds = [];
  for (let n = 0; n < 3; n += 1) applicationIds.push((await applied(server, school)).applicationId);
  const action = { kind: 'assign', userId: await idOf(Admin) } as const;
  const { body: bulk } = await Owner.call('startBulk', { body: { applicationIds, action } });
  const phaseOf = async (id: string) => (await Owner.call('getBulk', { params: { id } })).body.phase;
  await expect.poll(() => phaseOf(bulk._id)).toBe('finished');
  expect(await noticesOf(Admin)).toMatchObject([{ kind: 'assigned', count: 3 }]);
  await afterAMinute(school);
  await expect
    .poll(() => emailsOf(Admin))
    .toEqual([expect.stringContaining('Subject: 3 applications are assigned to you')]);

  const again = await Owner.call('startBulk', { body: { applicationIds, action: { kind: 'assign', userId: null } } });
  await expect.poll(() => phaseOf(again.body._id)).toBe('finished');
  await Owner.call('undoBulk', { params: { id: again.body._id } });
  await expect.poll(() => phaseOf(again.body._id)).toBe('undone');
  expect(await noticesOf(Admin), 'an undo is no assignment').toHaveLength(1);

  await Admin.call('changePreferences', { body: { [NOTICE_MAILS]: false } });
  await assign(school, applicationIds[0] ?? '', null);
  await assign(school, applicationIds[0] ?? '', action.userId);
  expect(await noticesOf(Admin)).toHaveLength(2);
  await afterAMinute(school);
  const colleague = freshEmail();
  await addStaff(server, school.organizationId, colleague, 'Admin');
  const { body: members } = await Owner.call('listUsers');
  await assign(school, applicationIds[1] ?? '', members.find(({ email }) => email === colleague)?._id ?? '');
  await afterAMinute(school);
  await expect.poll(() => textsTo(colleague)).toEqual([expect.stringContaining('is assigned to you')]);
  expect(await emailsOf(Admin)).toHaveLength(1);
});
