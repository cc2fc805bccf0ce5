import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { dayIn } from '../../domain/values/days.ts';
import type { Client } from '../support/client.ts';
import { type Listener, listen } from '../support/listener.ts';
import { type Applied, addStaff, applied, createSchool, freshEmail, type School, signedIn } from '../support/school.ts';
import { addApp } from '../support/second-factor.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let school: School;
let applicant: Applied;
const listeners: Listener[] = [];

beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'off' } });
  school = await createSchool(server, 'live-school');
  applicant = await applied(server, school);
});
afterEach(async () => {
  for (const listener of listeners.splice(0)) await listener.close();
});
afterAll(() => server.close());

async function hearing(client: Client, options: Parameters<typeof listen>[1] = {}): Promise<Listener> {
  const listener = await listen(client, { organizationId: school.organizationId, ...options });
  listeners.push(listener);
  return listener;
}

const change = async (by: Client, id: string, body: object) => {
  const answer = await by.call('changeApplication', { params: { id }, body });
  expect(answer.status, answer.problem?.message).toBe(200);
  return answer.body;
};
let status: 'NEW' | 'INFORMATION SENT' = 'NEW';
/** A change that every reader of the application may receive. */
const changeStatus = (by: Client = school.staff.Admin, id = applicant.applicationId) => {
  status = status === 'NEW' ? 'INFORMATION SENT' : 'NEW';
  return change(by, id, { status });
};
const ofApplication = ({ changes }: Listener, version: number) =>
  changes.find((one) => one.kind === 'application' && one.version === version);
const until = <Answer>(found: () => Answer | Promise<Answer>, interval = 20) =>
  vi.waitUntil(found, { timeout: 20_000, interval });
const isOpen = (listener: Listener) => until(() => listener.messages.some(({ name }) => name === 'opened'));

describe('staff who listen', () => {
  test('hear that a document has changed, at which version and by whom', async () => {
    const { Owner, Admin } = school.staff;
    const listener = await hearing(Owner);
    await isOpen(listener);
    const { version } = await changeStatus(Admin);
    const heard = await until(() => ofApplication(listener, version));
    const { body: admin } = await Admin.call('getUser');
    const by = { kind: 'user', id: admin._id, email: admin.email };
    expect(heard).toEqual({ kind: 'application', id: applicant.applicationId, version, by });
  });

  test('can read what they hear of: no read model is behind it', async () => {
    const { Owner, Admin } = school.staff;
    const listener = await hearing(Owner);
    for (let n = 0; n < 20; n += 1) {
      const change = changeStatus(Admin);
      const seen = listener.changes.length;
      await until(() => listener.changes.length > seen, 1);
      const told = listener.changes.at(-1)?.version as number;
      const { body } = await Owner.call('getApplication', { params: { id: applicant.applicationId } });
      expect(body.version).toBeGreaterThanOrEqual(told);
      await change;
    }
  });

  test('hear of a report only if they may see it', async () => {
    const { Owner, Viewer } = school.staff;
    const listener = await hearing(Viewer);
    await isOpen(listener);
    const secret = await Owner.call('createSavedReport', { body: { name: 'Closed', events: ['CommentAdded'] } });
    const open = await Owner.call('createSavedReport', { body: { name: 'Open', events: ['ApplicationSubmitted'] } });
    await listener.heard('report', open.body._id);
    expect(listener.changes.map(({ id }) => id)).not.toContain(secret.body._id);
  });

  test('get many changes in few messages', async () => {
    const listener = await hearing(school.staff.Owner);
    await isOpen(listener);
    const people = await Promise.all(Array.from({ length: 10 }, () => applied(server, school)));
    for (const { applicationId } of people) await listener.heard('application', applicationId);
    const last = await changeStatus(school.staff.Admin, people[0]?.applicationId);
    await until(() => listener.changes.some(({ id, version }) => id === last._id && version === last.version));
    expect(listener.messages.length).toBeLessThan(listener.changes.length);
  });

  test('a Viewer hears nothing of what only an Owner or Admin may see, and never who it was', async () => {
    const { Owner, Admin, Viewer } = school.staff;
    const { applicationId: id } = await applied(server, school);
    const viewer = await hearing(Viewer);
    const owner = await hearing(Owner);
    await Promise.all([isOpen(viewer), isOpen(owner)]);
    const before = viewer.changes.length;
    const me = (await Admin.call('getUser')).body._id;
    const hidden = [
      await change(Admin, id, { adminComments: [{ message: 'Between us' }] }),
      await change(Admin, id, { adminAssignee: { userId: me } }),
      await change(Admin, id, { rating: 'A' }),
    ];
    const open = await change(Admin, id, { interviewer: 'Grace' });
    const heard = await until(() => viewer.changes.find((one) => one.version === open.version));
    expect(heard.by).toBeNull();
    const ofThis = viewer.changes.slice(before).filter((one) => one.id === id && one.kind === 'application');
    expect(ofThis.map(({ version }) => version)).toEqual([open.version]);
    await until(() => owner.changes.some(({ version }) => version === open.version));
    const { version } = hidden[2] ?? {};
    expect(owner.changes.some((one) => one.id === id && one.version >= Number(version))).toBe(true);
  });

  test('hear nothing of another school', async () => {
    const other = await createSchool(server, 'silent-school');
    const elsewhere = await hearing(other.staff.Owner, { organizationId: school.organizationId });
    const athome = await hearing(other.staff.Owner, { organizationId: other.organizationId });
    const here = await hearing(school.staff.Owner);
    await Promise.all([elsewhere, athome, here].map(isOpen));
    await changeStatus();
    await here.heard('application', applicant.applicationId);
    await change(school.staff.Owner, applicant.applicationId, { adminComments: [{ message: 'Ours' }] });
    // A connection keeps the order, so this notice shows that no earlier one is in flight.
    const params = { id: other.batches.Open };
    await other.staff.Owner.call('changeBatch', { params, body: { description: 'New' } });
    await athome.heard('batch', other.batches.Open);
    expect([...elsewhere.changes, ...athome.changes].filter(({ id }) => id === applicant.applicationId)).toEqual([]);
  });
});

test('the rows that one hears of are read alone, and only those that one may read', async () => {
  const { Owner, Viewer } = school.staff;
  const other = await createSchool(server, 'other-rows-school');
  const [mine, theirs] = [await applied(server, school), await applied(server, other)];
  const query = { ids: [applicant, mine, theirs].map(({ applicationId }) => applicationId).join() };
  const idsFor = async (client: Client) =>
    (await client.call('listApplications', { query })).body.map(({ _id }) => _id).sort();
  expect(await idsFor(Owner)).toEqual([applicant.applicationId, mine.applicationId].sort());
  expect(await idsFor(mine.client)).toEqual([mine.applicationId]);
  expect(await idsFor(other.staff.Owner)).toEqual([theirs.applicationId]);
  const { body } = await Viewer.call('listApplications', { query });
  const whole = (await Viewer.call('listApplications')).body.filter(({ _id }) => query.ids.includes(_id));
  expect(body).toEqual(whole);
  expect(body[0]).not.toHaveProperty('adminComments');
  expect((await Owner.call('listApplications', { query: { ids: 'no such id,%%,' } })).body).toEqual([]);
});

describe('applicants who listen', () => {
  test('hear of their own application only, not of comments on it, and not by whom', async () => {
    const { Admin } = school.staff;
    const other = await applied(server, school);
    const listener = await hearing(applicant.client);
    await isOpen(listener);
    await change(Admin, other.applicationId, { interviewer: 'Hedy' });
    await change(Admin, applicant.applicationId, { adminComments: [{ message: 'A promising one' }] });
    const { version } = await changeStatus(Admin);
    const heard = await until(() => listener.changes.find((one) => one.version === version));
    expect(heard).toEqual({ kind: 'application', id: applicant.applicationId, version, by: null });
    expect(listener.changes.filter(({ id }) => id === other.applicationId)).toEqual([]);
    expect(listener.changes.filter((one) => one.version === version - 1)).toEqual([]);
    expect((await hearing(server.client())).status).toBe(401);
  });
});

describe('who was away', () => {
  test('gets the missed changes, and only those', async () => {
    const { Owner } = school.staff;
    const first = await hearing(Owner);
    const { version: seen } = await changeStatus();
    await until(() => first.changes.some(({ version }) => version === seen));
    const { id } = first.messages.at(-1) as { id: string };
    await first.close();
    const { version } = await changeStatus();
    for (const back of [{ after: id }, { headers: { 'Last-Event-ID': id } }]) {
      const again = await hearing(Owner, back);
      await again.heard('application', applicant.applicationId);
      expect(again.changes.filter(({ kind }) => kind === 'application').map((one) => one.version)).toEqual([version]);
    }
  });

  test('without a cursor, learns that anything may have changed', async () => {
    const { Owner } = school.staff;
    const { seal } = server.running.services.positions;
    for (const id of ['7', '0', 'soon', `${seal(1n).slice(0, -4)}0000`]) {
      for (const back of [{ after: id }, { headers: { 'Last-Event-ID': id } }]) {
        const again = await hearing(Owner, back);
        await until(() => again.messages.some(({ name }) => name === 'lost'));
      }
    }
  });

  test('learns nothing of how much happens elsewhere from where messages come again', async () => {
    const ids = async () => {
      const { body } = await school.staff.Owner.call('live', { query: { once: 'true' } });
      return [...body.matchAll(/^id: (.*)$/gm)].map(([, id]) => id);
    };
    const seen = [...(await ids()), ...(await ids())];
    for (const id of seen) expect(id).toMatch(/^0x[0-9a-f]{32}$/);
    expect(new Set(seen).size).toBe(seen.length);
  });

  test('may also just ask what has happened', async () => {
    const { version } = await changeStatus();
    const { headers, body } = await school.staff.Owner.call('live', { query: { once: 'true' } });
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store, no-transform');
    expect(body).toContain(`"version":${version}`);
  });
});

describe('who may listen no longer', () => {
  test('by losing the role hears of it, and nothing more', async () => {
    const email = freshEmail();
    await addStaff(server, school.organizationId, email, 'Admin');
    const admin = await signedIn(server, email, school.organizationId);
    const { body: me } = await admin.call('getUser');
    const listener = await hearing(admin);
    await isOpen(listener);
    await until(() => listener.changes.some(({ kind }) => kind === 'members'));
    const before = listener.messages.length;
    await school.staff.Owner.call('removeMemberFromOrg', { body: { orgId: school.organizationId, userId: me._id } });
    await until(() => listener.isOver);
    expect(listener.messages.slice(before).map(({ name }) => name)).toEqual(['ended']);
  });

  test('because the school begins to require a second factor hears of it', async () => {
    const strict = await createSchool(server, 'strict-live');
    const [owner, admin] = await Promise.all(
      ['owner', 'admin'].map((role) => signedIn(server, `${role}@strict-live.example`, strict.organizationId)),
    );
    if (!owner || !admin) throw new Error('Nobody is signed in');
    await addApp(owner);
    const listener = await hearing(admin, { organizationId: strict.organizationId });
    await isOpen(listener);
    const body = { from: dayIn('Asia/Manila', Date.now()) };
    await owner.call('changeFactorRequirement', { params: { id: strict.organizationId }, body });
    await until(() => listener.isOver);
    expect(listener.messages.at(-1)?.name).toBe('ended');
  });

  test('by logging out elsewhere hears nothing of the next change', async () => {
    const admin = await signedIn(server, `admin@${school.slug}.example`, school.organizationId);
    const listener = await hearing(admin);
    await isOpen(listener);
    await admin.call('logout');
    const { version } = await changeStatus();
    await until(() => listener.isOver);
    expect(listener.messages.at(-1)?.name).toBe('ended');
    expect(listener.changes.filter((one) => one.version === version)).toEqual([]);
  });
});

test('one account may not take all connections', async () => {
  const { client } = await applied(server, school);
  const all = await Promise.all(Array.from({ length: 14 }, () => hearing(client)));
  expect(all.filter(({ status }) => status === 200)).toHaveLength(12);
  expect(all.filter(({ status }) => status === 429)).toHaveLength(2);
  await Promise.all(all.map((listener) => listener.close()));
  await until(async () => (await hearing(client)).status === 200);
});

test('a server that stops waits for none of them', async () => {
  const ending = await startTestServer();
  const own = await createSchool(ending, 'ending-school');
  const listener = await listen(own.staff.Owner, { organizationId: own.organizationId });
  await isOpen(listener);
  const closing = ending.close();
  await until(() => listener.isOver);
  // The server closed the connection before the grace period cut it off.
  expect(listener.isCutOff).toBe(false);
  await closing;
});
