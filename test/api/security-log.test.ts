import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { QueryOf } from '../../api/contract/endpoint.ts';
import type { ENDPOINTS } from '../../api/contract/endpoints.ts';
import type { SecurityEntryView } from '../../api/contract/security-log.ts';
import { describeSecurityLog } from '../../api/operator/describe-security-log.ts';
import { createOperator } from '../../api/operator/operations.ts';
import type { ListedSecurityLog } from '../../api/operator/security-log.ts';
import { ATTEMPTS_PER_ACCOUNT } from '../../commands/user/attempt-limits.ts';
import { ReadModelNotReady } from '../../projections/engine/contract.ts';
import { PASSPHRASE } from '../support/installation.ts';
import {
  addStaff,
  answers,
  applied,
  createSchool,
  ensured,
  freshEmail,
  PASSWORD,
  type School,
} from '../support/school.ts';
import { addApp } from '../support/second-factor.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { softwarePasskeys } from '../support/software-passkeys.ts';

let server: TestServer;
let school: School;
let stranger: School;
beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'off' } });
  school = await createSchool(server, 'logged');
  stranger = await createSchool(server, 'elsewhere');
});
afterAll(() => server.close());

type Query = QueryOf<typeof ENDPOINTS.listSecurityLog>;
const read = async ({ staff: { Owner }, organizationId }: School, query: Query = {}) => {
  const given = { query: { limit: '200', ...query, organizationId } };
  return (await Owner.call('listSecurityLog', given as never)).body;
};
const entriesOf = async (one: School, query: Query = {}): Promise<SecurityEntryView[]> =>
  (await read(one, query)).entries;
const operator = (input: { organization: string | null; since?: string; until?: string }) =>
  createOperator(server.running.composition)(
    'security-log',
    { since: null, until: null, ...input },
    () => {},
  ) as Promise<ListedSecurityLog>;
const operate = (name: string, input: unknown) => createOperator(server.running.composition)(name, input, () => {});
const ofInstallation = async () =>
  (await operator({ organization: null })).entries.filter(({ school: slug }) => slug === null);
const idOf = async (client: School['staff']['Owner']) => (await client.call('getUser')).body._id;
const login = (email: string, password: string, organizationId?: string) =>
  server.client(organizationId === undefined ? {} : { organizationId }).call('login', { body: { email, password } });

/** A call may be in several entries, because each is of some minutes. */
function countsOf(calls: readonly { readonly call: string; readonly count: number }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { call, count } of calls) counts[call] = (counts[call] ?? 0) + count;
  return counts;
}

describe('the security log', () => {
  test('tells an Owner who signed in and who tried, which accesses changed and who read the applicants', async () => {
    const { Owner, Admin } = school.staff;
    expect((await login('admin@logged.example', 'not her password', school.organizationId)).status).toBe(401);
    expect((await login('admin@logged.example', PASSWORD, school.organizationId)).status).toBe(200);
    const invited = freshEmail();
    await Owner.call('addUserToOrg', { body: { orgId: school.organizationId, email: invited, role: 'Viewer' } });
    await Admin.call('listApplications');
    await Admin.call('searchApplicants', { query: { search: 'nobody' } });
    const webhook = { name: 'Chat', targetUrl: 'http://hook.invalid/chat' };
    const { body: made } = await Owner.call('createWebhook', { body: webhook });
    for (const changes of [{ name: 'Our chat' }, { targetUrl: 'http://elsewhere.invalid/chat' }]) {
      await Owner.call('changeWebhook', { params: { id: made._id }, body: changes });
    }
    // What a program sends back unchanged, and what an Admin cannot change.
    const unchanged = { sendGridApiKey: null, calendlyAccessToken: '', contactText: 'Room 3' };
    await Owner.call('changeOrganization', { params: { id: school.organizationId }, body: unchanged });
    const ignored = { calendlyAccessToken: 'not-an-admins', contactText: 'Room 4' };
    await Admin.call('changeOrganization', { params: { id: school.organizationId }, body: ignored });
    await Admin.call('recordExport', { body: { list: 'applications', filters: { rows: 3 } } });
    await Admin.call('recordExport', { body: { list: 'payments', filters: {} } });
    const admin = { kind: 'user', id: await idOf(Admin), name: 'admin@logged.example' };
    const entries = await entriesOf(school);
    const told = (kind: SecurityEntryView['kind']) => entries.filter((entry) => entry.kind === kind);
    expect(told('signInFailed')).toMatchObject([
      { actor: admin, network: '127.0.0.0/24', calls: [{ call: 'POST /api/login' }] },
    ]);
    expect(told('signedIn')).toEqual(expect.arrayContaining([expect.objectContaining({ actor: admin })]));
    expect(told('memberAdded')).toMatchObject([{ actor: { name: 'owner@logged.example' } }]);
    expect(told('read')).toMatchObject([
      {
        actor: admin,
        count: 2,
        calls: expect.arrayContaining([
          { call: 'GET /api/applications', count: 1, label: expect.any(String) },
          { call: 'GET /api/applicants', count: 1, label: expect.any(String) },
        ]),
      },
    ]);
    const secrets = told('secretChanged').flatMap(({ calls }) => calls.map(({ call, count }) => ({ call, count })));
    expect(secrets).toEqual(
      expect.arrayContaining([
        { call: 'POST /api/webhooks', count: 1 },
        { call: 'PUT /api/webhooks/{id}', count: 1 },
      ]),
    );
    expect(secrets).toHaveLength(2);
    expect(told('downloaded')[0]).toMatchObject({ actor: admin });
    expect(told('downloaded').reduce((sum, { count }) => sum + count, 0)).toBe(2);
    expect(JSON.stringify(entries)).not.toContain(invited);
  });

  test('is read by Owners only, page by page, and by kind, account and time', async () => {
    const { Owner, Admin, Viewer } = school.staff;
    expect((await Admin.call('listSecurityLog')).status).toBe(403);
    expect((await Viewer.call('listSecurityLog')).status).toBe(403);
    const query = { organizationId: school.organizationId } as never;
    expect((await server.client().call('listSecurityLog', { query })).status).toBe(401);
    expect((await stranger.staff.Owner.call('listSecurityLog', { query })).status).toBe(404);
    const whole = await entriesOf(school);
    const paged: SecurityEntryView[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const page = await read(school, { limit: '2', ...(after === undefined ? {} : { after }) });
      paged.push(...page.entries);
      after = page.next;
    }
    const ids = (entries: readonly SecurityEntryView[]) => entries.map(({ _id }) => _id);
    expect(ids(paged)).toEqual(ids(whole));
    expect(new Set(ids(paged)).size).toBe(paged.length);
    const viewerId = await idOf(Viewer);
    const byViewer = await entriesOf(school, { actorId: viewerId, kind: 'refused' });
    expect(byViewer).toMatchObject([{ actor: { id: viewerId }, calls: [{ call: 'GET /api/security-log' }] }]);
    expect(await entriesOf(school, { from: new Date(Date.now() + 3_600_000).toISOString() })).toEqual([]);
    expect(await entriesOf(school, { to: new Date(Date.now() - 3_600_000).toISOString() })).toEqual([]);
    for (const bad of [{ after: 'elsewhere' }, { limit: '0' }, { kind: 'unheard of' }]) {
      expect((await Owner.call('listSecurityLog', { query: bad as never })).status).toBe(400);
    }
  });

  test('of a school holds nothing of another, and nothing from before a school is known', async () => {
    const email = freshEmail();
    expect((await login(email, 'whatever it may be')).status).toBe(401);
    expect((await login('owner@elsewhere.example', 'not the password')).status).toBe(401);
    await server.client().call('listApplications', { headers: { Authorization: 'Bearer no-token-at-all' } });
    const ownerId = await idOf(stranger.staff.Owner);
    expect(await ofInstallation()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'signInFailed', actorId: null }),
        expect.objectContaining({ kind: 'tokenRefused', actorId: null }),
      ]),
    );
    const failedAt = async (one: School) =>
      (await entriesOf(one)).filter(({ kind }) => kind === 'signInFailed' || kind === 'tokenRefused');
    expect((await failedAt(school)).filter(({ actor }) => actor?.id === null || actor?.id === ownerId)).toEqual([]);
    expect(await failedAt(stranger), 'of staff, at the host of the portal').toMatchObject([
      { kind: 'signInFailed', actor: { id: ownerId, name: 'owner@elsewhere.example' }, count: 1 },
    ]);

    // A school must not learn whether an account exists that is not its own.
    expect((await login('owner@elsewhere.example', 'not the password', school.organizationId)).status).toBe(401);
    const tried = await entriesOf(school, { kind: 'signInFailed' });
    expect(tried.filter(({ actor }) => actor?.id === null)).toHaveLength(1);
    expect(JSON.stringify(await read(school))).not.toMatch(/elsewhere\.example/);
    expect(JSON.stringify(await read(stranger))).not.toMatch(/logged\.example/);
    expect((await entriesOf(stranger, { kind: 'signInFailed' })).reduce((sum, { count }) => sum + count, 0)).toBe(2);
  });

  test('tells both schools of a foreign id, and the one that asked no more than of an id that does not exist', async () => {
    const { Owner } = school.staff;
    const applied = await server
      .client({ organizationId: stranger.organizationId })
      .call('submitApplication', { body: { batchId: stranger.batches.Open, ...answers(freshEmail()) } });
    const theirs = { params: { id: applied.body._id } };
    expect((await Owner.call('getApplication', theirs)).status).toBe(404);
    const ownerId = await idOf(Owner);
    const heard = await entriesOf(stranger, { kind: 'foreignId' });
    expect(heard).toMatchObject([
      { actor: { id: ownerId, name: null }, calls: [{ call: 'GET /api/applications/{id}' }] },
    ]);
    const before = (await entriesOf(school, { kind: 'unknownId' })).reduce((sum, { count }) => sum + count, 0);
    expect(before).toBe(1);
    await Owner.call('getApplication', { params: { id: crypto.randomUUID() } });
    const after = (await entriesOf(school, { kind: 'unknownId' })).reduce((sum, { count }) => sum + count, 0);
    expect(after).toBe(2);
  });

  test('tells of foreign and unknown ids in bulk changes, imports and the audit log as of those in a path', async () => {
    const { Admin } = school.staff;
    const { applicationId: theirs } = await applied(server, stranger);
    const { applicationId: ours } = await applied(server, school);
    const action = { kind: 'status', status: 'DECISION PENDING' } as const;
    const adminId = await idOf(Admin);
    const heard = async (one: School, kind: 'foreignId' | 'unknownId') => {
      const calls = (await entriesOf(one, { kind, actorId: adminId })).flatMap(({ calls }) => calls);
      return countsOf(calls);
    };
    const applicationIds = [theirs, ours, crypto.randomUUID()];
    await Admin.call('previewBulk', { body: { applicationIds, action } });
    await Admin.call('startBulk', { body: { applicationIds, action } });
    const batchId = stranger.batches.Open;
    await Admin.call('startImport', { body: { batchId, sendsEmails: false } });
    await Admin.call('previewImport', { body: { batchId, rows: [{ row: 1, values: {} }] } });
    await Admin.call('listAudit', { query: { documentId: theirs } });
    await Admin.call('listAudit', { query: { documentId: ours } });
    expect(await heard(stranger, 'foreignId')).toEqual({
      'POST /api/applications/bulk/preview': 1,
      'POST /api/applications/bulk': 1,
      'POST /api/applications/import': 1,
      'POST /api/applications/import/preview': 1,
      'GET /api/audit': 1,
    });
    expect(await heard(school, 'unknownId')).toEqual({
      'POST /api/applications/bulk/preview': 2,
      'POST /api/applications/bulk': 2,
      'POST /api/applications/import': 1,
      'POST /api/applications/import/preview': 1,
      'GET /api/audit': 1,
    });
  });

  test('tells a school of its id behind many ids that do not exist', async () => {
    const { Admin } = school.staff;
    const { applicationId: theirs } = await applied(server, stranger);
    const query = { kind: 'foreignId', actorId: await idOf(Admin) } as const;
    const heard = async () => (await entriesOf(stranger, query)).reduce((sum, { count }) => sum + count, 0);
    const before = await heard();
    const unknown = Array.from({ length: 50 }, () => crypto.randomUUID());
    const action = { kind: 'status', status: 'DECISION PENDING' } as const;
    await Admin.call('previewBulk', { body: { applicationIds: [...unknown, theirs], action } });
    expect(await heard()).toBe(before + 1);
  });

  test('tells a school of its ids in the query of any call, and the one that asked no more than of ids that do not exist', async () => {
    const { Admin } = school.staff;
    const { applicationId: theirs } = await applied(server, stranger);
    const { applicationId: ours } = await applied(server, school);
    const action = { kind: 'status', status: 'DECISION PENDING' } as const;
    const theirBulk = await stranger.staff.Admin.call('startBulk', { body: { applicationIds: [theirs], action } });
    const { applicants, audit } = server.running.composition.readModels;
    const known = async () =>
      (await audit.find({ stream: `bulk-${theirBulk.body._id}` }, { limit: 1 })).documents.length;
    await expect.poll(known).toBe(1);
    await expect.poll(() => applicants.get(theirs)).toBeDefined();
    const batch = stranger.batches.Open;
    await Admin.call('listApplications', { query: { ids: `${ours},${crypto.randomUUID()},${theirs}` } });
    await Admin.call('listApplications', { query: { batchIds: batch } });
    await Admin.call('listAudit', { query: { within: theirBulk.body._id } });
    await Admin.call('getAsOf', { query: { at: new Date().toISOString(), documentId: theirs } });
    await Admin.call('reportFunnel', { query: { courses: batch } });
    await Admin.call('listApplications', { query: { ids: ours, batchIds: school.batches.Open } });
    await Admin.call('listApplications', { query: { ids: `${crypto.randomUUID()},${crypto.randomUUID()}` } });
    const actorId = await idOf(Admin);
    await Admin.call('listAudit', { query: { actorId: await idOf(school.staff.Viewer) } as never });
    const heard = async (one: School, kind: 'foreignId' | 'unknownId' = 'foreignId') => {
      const calls = (await entriesOf(one, { kind, actorId })).flatMap(({ calls }) => calls);
      return countsOf(calls);
    };
    await expect
      .poll(() => heard(stranger))
      .toMatchObject({
        'GET /api/applications': 2,
        'GET /api/audit': 2,
        'GET /api/asOf': 1,
        'GET /api/reportFunnel': 1,
      });
    expect(await heard(school)).toEqual({});
    await expect
      .poll(() => heard(school, 'unknownId'))
      .toMatchObject({
        'GET /api/applications': 3,
        'GET /api/audit': 2,
        'GET /api/asOf': 1,
        'GET /api/reportFunnel': 1,
      });
  });

  test('names an API token that is made, reads, ends and is tried again', async () => {
    const { Owner } = school.staff;
    const made = await Owner.call('createApiToken', { body: { name: 'CRM', scopes: ['read'] } });
    const headers = { Authorization: `Bearer ${made.body.token}` };
    const send = () => server.client().call('listApplications', { headers });
    expect((await send()).status).toBe(200);
    await Owner.call('revokeApiToken', { params: { id: made.body._id } });
    expect((await send()).status).toBe(401);
    const program = { kind: 'token', id: made.body._id, name: 'API token CRM' };
    expect(await entriesOf(school, { kind: 'tokenMade' })).toHaveLength(1);
    expect(await entriesOf(school, { kind: 'tokenRevoked' })).toHaveLength(1);
    const byToken = await entriesOf(school, { actorId: made.body._id });
    expect(byToken.map(({ kind, actor }) => ({ kind, actor }))).toEqual(
      expect.arrayContaining([
        { kind: 'read', actor: program },
        { kind: 'tokenRefused', actor: program },
      ]),
    );
    expect(JSON.stringify(byToken)).not.toContain(String(made.body.token).slice(20));
  });

  test('tells of invitations that are accepted by a log-in, a sign-up and a signed-in person, and each once', async () => {
    const { Owner } = school.staff;
    for (const way of ['login', 'signup', 'acceptInvite'] as const) {
      const email = freshEmail();
      const client = server.client({ organizationId: school.organizationId });
      if (way !== 'signup') await client.call('signup', { body: { email, password: PASSWORD } });
      // Now the sign-up before the invitation is written, and not to this school.
      await read(school);
      await Owner.call('addUserToOrg', { body: { orgId: school.organizationId, email, role: 'Viewer' } });
      const invited = (await Owner.call('listSignupLinks')).body.find((link) => link.email === email);
      const accepting = () => client.call(way, { body: { email, password: PASSWORD, token: invited?.token ?? '' } });
      const { body } = await accepting();
      expect((await accepting()).status, 'again').toBe(200);
      const told = await entriesOf(school, { actorId: body._id });
      const counted = (kind: SecurityEntryView['kind']) =>
        told.filter((entry) => entry.kind === kind).reduce((sum, { count }) => sum + count, 0);
      expect([way, counted('memberAdded')]).toEqual([way, 1]);
      expect([way, counted('signedIn')]).toEqual([way, { login: 2, signup: 2, acceptInvite: 0 }[way]]);
      expect(told.find(({ kind }) => kind === 'memberAdded')?.actor?.name).toBe(email);
    }
  });

  test('names the owner of a calendar address that is made, read and revoked, without its key', async () => {
    const { Viewer } = school.staff;
    const { organizationId } = school;
    const viewer = { kind: 'user', id: await idOf(Viewer), name: 'viewer@logged.example' };
    const { body } = await Viewer.call('issueCalendarFeed', { body: { organizationId } });
    const { pathname } = new URL(body.address ?? '');
    const send = (headers: Record<string, string> = {}) => fetch(new URL(pathname, server.url), { headers });
    const etag = (await send()).headers.get('etag') ?? '';
    expect((await send()).status).toBe(200);
    expect((await send({ 'If-None-Match': etag })).status).toBe(304);
    await Viewer.call('revokeCalendarFeed', { params: { id: body.feed?._id ?? '' } });
    expect((await send()).status).toBe(404);
    const told = await entriesOf(school, { actorId: viewer.id });
    expect(told.filter(({ kind }) => kind === 'read')).toMatchObject([
      { actor: viewer, count: 2, calls: [{ call: 'GET /api/calendar/{key}/interviews.ics', count: 2 }] },
    ]);
    const secrets = told.filter(({ kind }) => kind === 'secretChanged').flatMap(({ calls }) => calls);
    expect(new Set(secrets.map(({ call }) => call))).toEqual(
      new Set(['POST /api/calendar-feeds', 'DELETE /api/calendar-feeds/{id}']),
    );
    expect(JSON.stringify(await read(school))).not.toContain(pathname.split('/')[3]);
  });

  test('tells of the whole audit log being read, and of no call about one application', async () => {
    const { Admin } = stranger.staff;
    const { applicationId } = await applied(server, stranger);
    await Admin.call('listPaymentAccounts', { query: { applicationId } as never });
    await Admin.call('listAudit', { query: { documentId: applicationId } });
    expect(await entriesOf(stranger, { kind: 'read' })).toEqual([]);
    await Admin.call('listAudit');
    await Admin.call('listAudit', { query: { documentId: applicationId, exclude: 'documentId' } });
    expect(await entriesOf(stranger, { kind: 'read' })).toMatchObject([
      { actor: { name: 'admin@elsewhere.example' }, count: 2, calls: [{ call: 'GET /api/audit', count: 2 }] },
    ]);
  });

  test('forgets an applicant who deletes the account, and keeps what was tried', async () => {
    const email = freshEmail();
    const person = server.client({ organizationId: school.organizationId });
    const { body } = await person.call('signup', { body: { email, password: PASSWORD } });
    expect((await person.call('listAudit')).status).toBe(403);
    const [before] = await entriesOf(school, { kind: 'refused', actorId: body._id });
    expect(before).toMatchObject({ actor: { name: null }, network: '127.0.0.0/24' });
    await person.call('listApplications');
    expect(await entriesOf(school, { kind: 'read', actorId: body._id }), 'of her own').toEqual([]);
    const held = (await person.call('exportMe')).body.held.securityLog;
    expect(held).toEqual(expect.arrayContaining([expect.objectContaining({ kind: 'refused', count: 1 })]));
    expect((await person.call('deleteMe')).status).toBe(200);
    const entries = await entriesOf(school);
    expect(JSON.stringify(entries)).not.toContain(body._id);
    expect(entries.find(({ _id }) => _id === before?._id)).toMatchObject({
      kind: 'refused',
      actor: { kind: 'user', id: null, name: null },
      network: null,
      device: null,
    });
    const deleted = async () => (await ofInstallation()).filter(({ kind }) => kind === 'accountDeleted');
    expect(await deleted(), 'who had applied nowhere').toMatchObject([{ actorId: null }]);
  });

  test('has what happens to an account in the log of each of its schools, whatever school a thief names', async () => {
    const chosen = await createSchool(server, 'chosen-by-a-thief');
    const email = 'member@two.example';
    for (const { organizationId } of [school, stranger]) await addStaff(server, organizationId, email, 'Viewer');
    const thief = server.client({ organizationId: chosen.organizationId });
    const other = 'stolen by the thief 99';
    const { body } = await thief.call('login', { body: { email, password: PASSWORD } });
    await thief.call('confirmIdentity', { body: { password: 'not the password' } });
    await thief.call('changePassword', { body: { currentPassword: 'not it', newPassword: other } });
    await thief.call('endOtherSessions');
    await thief.call('exportMe');
    await thief.call('changePassword', { body: { currentPassword: PASSWORD, newPassword: other } });
    await server.client().call('login', { body: { email, password: other } });
    for (const one of [school, stranger]) {
      const told = await entriesOf(one, { actorId: body._id });
      const counts = countsOf(told.map(({ kind, count }) => ({ call: kind, count })));
      expect(counts).toEqual({
        signedIn: 2,
        passwordWrong: 2,
        passwordChanged: 1,
        sessionsEnded: 1,
        ownDataDownloaded: 1,
      });
    }
    expect(await entriesOf(chosen, { actorId: body._id })).toEqual([]);
    expect((await ofInstallation()).filter(({ actorId }) => actorId === body._id)).toEqual([]);
  });

  test('has what happens to an applicant in the log of a school only if the person has applied there', async () => {
    const { email } = await applied(server, school);
    const here = server.client({ organizationId: school.organizationId });
    const elsewhere = server.client({ organizationId: stranger.organizationId });
    const { body } = await here.call('login', { body: { email, password: PASSWORD } });
    await elsewhere.call('login', { body: { email, password: PASSWORD } });
    const told = await entriesOf(school, { actorId: body._id });
    expect(countsOf(told.map(({ kind, count }) => ({ call: kind, count })))).toEqual({ signedIn: 2 });
    expect(await entriesOf(stranger, { actorId: body._id })).toEqual([]);
  });

  test('shows the operator all of it, or one school since a time', async () => {
    const all = await operator({ organization: null });
    expect(new Set(all.entries.map((entry) => entry.school))).toEqual(
      new Set([null, 'logged', 'elsewhere', 'chosen-by-a-thief']),
    );
    const one = await operator({ organization: 'logged' });
    expect(new Set(one.entries.map((entry) => entry.school))).toEqual(new Set(['logged']));
    expect(JSON.stringify(all)).not.toContain('@');
    const later = new Date(Date.now() + 3_600_000).toISOString();
    expect(await operator({ organization: 'logged', since: later })).toEqual({ entries: [], hasMore: false });
    const first = one.entries.at(-1)?.firstAt ?? '';
    const until = (await operator({ organization: 'logged', until: first })).entries;
    expect(until.length).toBeGreaterThan(0);
    expect(until.length).toBeLessThan(one.entries.length);
    expect(until.every(({ firstAt }) => firstAt <= first)).toBe(true);
    await expect(operator({ organization: 'nowhere' })).rejects.toThrow('No organization has the slug');
    expect(describeSecurityLog(one)).toMatch(/^\S+Z( to \S+Z)?\tlogged\t.+\taccount [\da-f-]{36}\t127\.0\.0\.0\/24\t/m);
  });

  test('has each export with keys by the operator in the schools of the file, and a backup in the installation', async () => {
    const byOperator = { organization: null, since: new Date().toISOString() };
    const told = async () => {
      const { entries } = await operator(byOperator);
      const downloads = entries.filter(({ kind, actorKind }) => kind === 'downloaded' && actorKind === 'system');
      return countsOf(downloads.map(({ school: slug, count }) => ({ call: String(slug), count })));
    };
    const directory = await mkdtemp(join(tmpdir(), 'intake-copies-'));
    try {
      const file = (name: string) => join(directory, name);
      await operate('events export', { file: file('without-keys'), passphrase: null });
      expect(await told()).toEqual({});
      await operate('events export', { file: file('one'), passphrase: PASSPHRASE, organization: 'logged' });
      expect(await told()).toEqual({ logged: 1 });
      await operate('events export', { file: file('all'), passphrase: PASSPHRASE });
      await operate('backup', { directory: file('backup') });
      expect(await told()).toEqual({ logged: 2, elsewhere: 1, 'chosen-by-a-thief': 1, null: 1 });
    } finally {
      await rm(directory, { recursive: true });
    }
  });

  test('has an export in the installation while no read model tells the schools, and refuses none for it', async () => {
    const { composition } = server.running;
    const find = () => Promise.reject(new ReadModelNotReady('organizations is being built'));
    const organizations = { ...composition.readModels.organizations, find };
    const unbuilt = { ...composition, readModels: { ...composition.readModels, organizations } };
    const directory = await mkdtemp(join(tmpdir(), 'intake-copies-'));
    try {
      const since = new Date().toISOString();
      const input = { file: join(directory, 'all'), passphrase: PASSPHRASE };
      await createOperator(unbuilt)('events export', input, () => {});
      const { entries } = await operator({ organization: null, since });
      const exports = entries.filter(({ kind, actorKind }) => kind === 'downloaded' && actorKind === 'system');
      expect(exports).toMatchObject([{ school: null }]);
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});

describe('tries at an account of staff', () => {
  let limited: TestServer;
  let guarded: School;
  beforeAll(async () => {
    limited = await startTestServer();
    guarded = await createSchool(limited, 'guarded');
  });
  afterAll(() => limited.close());

  const told = async (kind: SecurityEntryView['kind']) => {
    const entries = await entriesOf(guarded, { kind });
    return entries.map(({ actor, calls }) => [actor?.name ?? null, ...calls.map(({ call }) => call)]);
  };
  const logIn = (email: string, password = PASSWORD, client = limited.client()) =>
    client.call('login', { body: { email, password } });
  const confirmedPerson = async (email: string) => {
    await ensured(limited, email);
    const client = limited.client();
    expect((await logIn(email, PASSWORD, client)).status).toBe(200);
    return client;
  };

  test('are named as that when they are too many, also if another person is logged in', async () => {
    const stranger = await confirmedPerson(freshEmail());
    const viewer = 'viewer@guarded.example';
    for (let n = 0; n < ATTEMPTS_PER_ACCOUNT; n += 1) {
      expect((await logIn(viewer, 'not the password', stranger)).status).toBe(401);
    }
    expect((await logIn(viewer, PASSWORD, stranger)).status).toBe(429);
    expect(await told('signInFailed')).toEqual([[viewer, 'POST /api/login']]);
    expect(await told('triesLimited')).toEqual([[viewer, 'POST /api/login']]);
    expect(await told('limited')).toEqual([]);
  });

  test('with the right password and without the second factor are told from wrong ones', async () => {
    const [withApp, withPasskey, applicant] = ['admin@guarded.example', 'keys@guarded.example', freshEmail()];
    await addStaff(limited, guarded.organizationId, withPasskey, 'Viewer');
    const codes = await addApp(await confirmedPerson(withApp));
    await addApp(await confirmedPerson(applicant));
    const keys = await confirmedPerson(withPasskey);
    const authenticator = softwarePasskeys(new URL(limited.url).origin);
    const passkey = authenticator.make((await keys.call('beginPasskey')).body);
    expect((await keys.call('addPasskey', { body: { name: 'Key', passkey } })).status).toBe(200);
    const before = await told('signInFailed');
    for (const email of [withApp, withPasskey, applicant]) expect((await logIn(email)).status).toBe(401);
    expect((await told('factorMissing')).toSorted()).toEqual([
      [withApp, 'POST /api/login'],
      [withPasskey, 'POST /api/login'],
    ]);
    expect(await told('signInFailed')).toEqual(before);
    const wrong = { email: withApp, password: PASSWORD, code: '000000' };
    expect((await limited.client().call('login', { body: wrong })).status).toBe(401);
    expect(await told('codeWrong')).toEqual([[withApp, 'POST /api/login']]);
    const right = { ...wrong, code: codes[0] ?? '' };
    expect((await limited.client().call('login', { body: right })).status).toBe(200);
    expect(await told('factorMissing'), 'what no log-in from there has followed').toEqual([
      [withPasskey, 'POST /api/login'],
    ]);
    const enter = async (isAfterPassword: boolean) => {
      const client = limited.client();
      const signed = authenticator.prove((await client.call('beginPasskeyLogin')).body);
      const entered = await client.call('loginWithPasskey', { body: { passkey: signed, isAfterPassword } });
      expect(entered.status).toBe(200);
    };
    await enter(false);
    expect(await told('factorMissing'), 'a passkey alone does not say who gave the password').toHaveLength(1);
    await enter(true);
    expect(await told('factorMissing')).toEqual([]);
  });

  test('in its session, at the host of the portal, are told to the school too', async () => {
    const email = 'guesses@guarded.example';
    await addStaff(limited, guarded.organizationId, email, 'Viewer');
    const session = limited.client();
    expect((await logIn(email, PASSWORD, session)).status).toBe(200);
    for (let n = 0; n <= ATTEMPTS_PER_ACCOUNT; n += 1) {
      await session.call('confirmIdentity', { body: { password: 'not the password' } });
    }
    expect(await told('passwordWrong')).toEqual([[email, 'POST /api/confirm']]);
    expect(await told('triesLimited')).toContainEqual([email, 'POST /api/confirm']);
  });
});
