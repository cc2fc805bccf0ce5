import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Bulk } from '../../api/contract/bulk.ts';
import type { LiveChange } from '../../api/contract/live.ts';
import { BULK_EMAILS_WAIT_MS } from '../../domain/bulk/action.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { describeRule, testRule } from '../support/adapters.ts';
import type { Client } from '../support/client.ts';
import { listen } from '../support/listener.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { answers, createSchool, freshEmail, type School, signedIn } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let mails: MailServer;
let server: TestServer;
let school: School;
let other: School;
let ahead = 0;
beforeAll(async () => {
  mails = await startMailServer();
  const environment = { RATE_LIMITS: 'off', SMTP_URL: mails.url, MAIL_FROM: 'Intake <intake@portal.example>' };
  server = await startTestServer({ environment, now: () => Date.now() + ahead });
  school = await createSchool(server, 'bulk-school');
  other = await createSchool(server, 'other-school');
});
afterAll(async () => {
  await server.close();
  await mails.close();
});

const admin = () => school.staff.Admin;
/** Also waits on a machine so busy that the response did not wait for the read models. */
const reached = (position: bigint) => server.running.composition.engine.waitFor(position, { timeoutMs: 30_000 });
const settled = async <Answer extends { readonly headers: Headers }>(answering: Promise<Answer>): Promise<Answer> => {
  const answer = await answering;
  await reached(server.running.services.positions.open(answer.headers.get('X-Position') ?? '') ?? 0n);
  return answer;
};
const submit = async ({ organizationId, batches }: School = school, email = freshEmail()): Promise<string> => {
  const body = { batchId: batches.Open, ...answers(email) };
  return (await settled(server.client({ organizationId }).call('submitApplication', { body }))).body._id;
};
const submitMany = (count: number) => Promise.all(Array.from({ length: count }, () => submit()));
const read = async (id: string, client = admin()) => (await client.call('getApplication', { params: { id } })).body;
const statusesOf = async (ids: readonly string[]) =>
  (await Promise.all(ids.map((id) => read(id)))).map((one) => one.status);
const put = (id: string, body: object) => settled(admin().call('changeApplication', { params: { id }, body }));
const eventsOf = async (id: string) => server.running.composition.log.readStream(`application-${id}`);

type Action = { kind: 'status'; status: string } | { kind: 'assign'; userId: string | null } | object;
const start = (applicationIds: readonly string[], action: Action, client: Client = admin()) =>
  client.call('startBulk', { body: { applicationIds, action } });
const finished = async (id: string, phase: Bulk['phase'] = 'finished') => {
  const done = await vi.waitUntil(
    async () => {
      const { body } = await admin().call('getBulk', { params: { id } });
      return body.phase === phase && body;
    },
    { timeout: 30_000, interval: 50 },
  );
  await reached(await server.running.composition.log.head());
  return done;
};
const change = async (applicationIds: readonly string[], action: Action) => {
  const { status, body } = await start(applicationIds, action);
  expect(status).toBe(200);
  return finished(body._id);
};
const undo = async (id: string) => {
  const { status } = await admin().call('undoBulk', { params: { id } });
  expect(status).toBe(200);
  return finished(id, 'undone');
};
const userIdOf = async (client: Client) => (await client.call('getUser')).body?._id as string;

describe('the status of many applications', () => {
  test('changes once each, by its author, under one correlation and one entry of the audit log', async () => {
    const ids = await submitMany(60);
    const done = await change(ids, { kind: 'status', status: 'DECISION PENDING' });
    expect(done).toMatchObject({ total: 60, done: 60, changed: 60, unchanged: 0, refused: 0 });
    expect(done.startedBy?.email).toBe('admin@bulk-school.example');
    expect(new Set(await statusesOf(ids))).toEqual(new Set(['DECISION PENDING']));
    const adminId = await userIdOf(admin());
    for (const id of ids) {
      const changes = (await eventsOf(id)).filter(({ type }) => type === 'StatusChanged');
      expect(changes).toHaveLength(1);
      expect(changes[0]?.metadata.correlationId).toBe(done._id);
      expect(changes[0]?.actor).toEqual({ kind: 'user', id: adminId });
    }
    const { body } = await admin().call('listAudit', { query: { kind: 'bulk', documentId: done._id } });
    expect(body.map(({ type }) => type)).toEqual(['BulkChangeStarted']);
    expect(body[0]?.changes).toContainEqual({ field: 'applications', before: null, after: 60 });
  });

  test('is given back to each as it was, but for those that were changed since', async () => {
    const [one = '', two = '', three = '', four = ''] = await submitMany(4);
    await put(two, { status: 'INTERVIEW COMPLETED' });
    await put(four, { status: 'CONTRACT SENT' });
    const heldSince = async () => [(await read(one)).statusSince, (await read(two)).statusSince];
    const since = await heldSince();
    const done = await change([one, two, three, four], { kind: 'status', status: 'CONTRACT SENT' });
    expect(done).toMatchObject({ changed: 3, unchanged: 1 });
    for (const [n, moment] of (await heldSince()).entries()) expect(moment).not.toBe(since[n]);
    await put(three, { status: 'DRILLS PENDING' });
    await put(three, { status: 'CONTRACT SENT' });

    const undone = await undo(done._id);
    expect(undone.undo).toMatchObject({ restored: 2, left: 1, unchanged: 1, message: null });
    expect(await heldSince(), 'as if nothing had been in between').toEqual(since);
    expect(await statusesOf([one, two, three, four])).toEqual([
      'NEW',
      'INTERVIEW COMPLETED',
      'CONTRACT SENT',
      'CONTRACT SENT',
    ]);
    expect(undone.rows?.find(({ applicationId }) => applicationId === three)?.undo).toEqual({
      outcome: 'left',
      reason: TEXTS.bulk.changedSince,
      mail: null,
    });
    const { body: history } = await admin().call('getApplicationHistory', { params: { id: two } });
    const changes = history.filter(({ type }) => type === 'StatusChanged');
    expect(changes.map(({ bulk }) => bulk).slice(-2)).toEqual([
      { _id: done._id, applications: 4, isUndo: false },
      { _id: done._id, applications: 4, isUndo: true },
    ]);
    const events = await eventsOf(two);
    expect(events.filter(({ metadata }) => metadata.correlationId === done._id)).toHaveLength(2);
    const again = await admin().call('undoBulk', { params: { id: done._id } });
    expect(again.body.phase).toBe('undone');
    expect(await eventsOf(two)).toHaveLength(events.length);
  });

  testRule('is refused where it cannot be, and the others go on', async () => {
    const [gone = '', transferred = '', cancelled = '', fine = ''] = await submitMany(4);
    const target = await admin().call('createBatch', {
      body: { name: 'Another', status: 'Open', processId: school.processId },
    });
    await put(transferred, { status: 'TRANSFERRED', transferBatchId: target.body._id });
    const { email } = await read(cancelled);
    await put(cancelled, { status: 'CANCELLED' });
    await submit(school, email ?? '');
    const foreign = await submit(other);
    const ids = [transferred, cancelled, foreign, 'nobodys', fine, gone];
    const action = { kind: 'status', status: 'CONTRACT SENT' };
    const reasons = {
      [transferred]: TEXTS.bulk.isTransferred,
      [cancelled]: TEXTS.enroll.duplicate,
      [foreign]: TEXTS.access.notFound,
      nobodys: TEXTS.access.notFound,
    };

    const preview = (await admin().call('previewBulk', { body: { applicationIds: ids, action } })).body;
    expect(preview).toMatchObject({ total: 6, changed: 2, refused: 4, unchanged: 0, mailsWaitMs: null });
    const foreseen = preview.groups.flatMap(({ reason, applicationIds }) =>
      reason === null ? [] : applicationIds.map((id) => [id, reason]),
    );
    expect(Object.fromEntries(foreseen)).toEqual(reasons);
    expect(preview.groups[0]).toMatchObject({ outcome: 'changed', before: 'NEW', after: 'CONTRACT SENT' });
    expect(await statusesOf([transferred, cancelled, fine])).toEqual(['TRANSFERRED', 'CANCELLED', 'NEW']);

    const done = await change(ids, action);
    const refused = done.rows?.flatMap(({ applicationId, outcome, reason }) =>
      outcome === 'refused' ? [[applicationId, reason]] : [],
    );
    expect(Object.fromEntries(refused ?? [])).toEqual(reasons);
    expect(await statusesOf([transferred, cancelled, fine, gone])).toEqual([
      'TRANSFERRED',
      'CANCELLED',
      'CONTRACT SENT',
      'CONTRACT SENT',
    ]);
    expect((await read(foreign, other.staff.Owner)).status).toBe('NEW');
  });

  testRule('back from CANCELLED takes the place again, and undo leaves it to who has applied since', async () => {
    const [kept = '', retaken = ''] = await submitMany(2);
    const { email } = await read(retaken);
    const done = await change([kept, retaken], { kind: 'status', status: 'CANCELLED' });
    await submit(school, email ?? '');
    const undone = await undo(done._id);
    expect(undone.undo).toMatchObject({ restored: 1, left: 1 });
    expect(await statusesOf([kept, retaken])).toEqual(['NEW', 'CANCELLED']);
    const back = await change([kept], { kind: 'status', status: 'CANCELLED' });
    expect((await change([kept], { kind: 'status', status: 'NEW' })).changed).toBe(1);
    expect(back.changed).toBe(1);
  });

  testRule('opens and voids payment accounts as one change does', async () => {
    const id = await submit();
    const config = JSON.parse((await admin().call('getProcess', { params: { id: school.processId } })).body);
    const step = { title: 'Plan', availablePaymentModels: [school.paymentModelId] };
    const json = JSON.stringify({ ...config, applicationDetailsSteps: [...config.applicationDetailsSteps, step] });
    await admin().call('changeProcess', { params: { id: school.processId }, body: { json } });
    await put(id, { selectedPaymentModelId: school.paymentModelId });
    const accounts = async () => (await admin().call('listPaymentAccounts', { query: { applicationId: id } })).body;
    const done = await change([id], { kind: 'status', status: 'CONTRACT RECEIVED' });
    await vi.waitUntil(async () => (await accounts())[0]?.status === 'open', { timeout: 20_000 });
    await undo(done._id);
    await vi.waitUntil(async () => (await accounts())[0]?.status !== 'open', { timeout: 20_000 });
  });

  testRule('cannot be TRANSFERRED, as each of them needs a course', async () => {
    const { status, problem } = await start([await submit()], { kind: 'status', status: 'TRANSFERRED' });
    expect([status, problem.message]).toEqual([422, TEXTS.bulk.transferOneByOne]);
  });
});

describe('the assignee of many applications', () => {
  test('is set, and given back to each', async () => {
    const [mine, owners, nobodys] = (await submitMany(3)) as [string, string, string];
    const [adminId, ownerId] = [await userIdOf(admin()), await userIdOf(school.staff.Owner)];
    await put(mine, { adminAssignee: { userId: adminId } });
    await put(owners, { adminAssignee: { userId: ownerId } });
    const assignees = async () =>
      Promise.all([mine, owners, nobodys].map(async (id) => (await read(id)).adminAssignee?.userId ?? null));
    const done = await change([mine, owners, nobodys], { kind: 'assign', userId: adminId });
    expect(done).toMatchObject({ changed: 2, unchanged: 1 });
    expect(done.action).toEqual({ kind: 'assign', userId: adminId, userEmail: 'admin@bulk-school.example' });
    expect(await assignees()).toEqual([adminId, adminId, adminId]);
    await undo(done._id);
    expect(await assignees()).toEqual([adminId, ownerId, null]);
    expect((await change([owners], { kind: 'assign', userId: null })).changed).toBe(1);
    expect(await assignees()).toEqual([adminId, null, null]);
  });

  testRule('is an Owner or Admin of the organization', async () => {
    const ids = [await submit()];
    for (const client of [school.staff.Viewer, other.staff.Owner]) {
      const { status, problem } = await start(ids, { kind: 'assign', userId: await userIdOf(client) });
      expect([status, problem.message]).toEqual([422, TEXTS.applications.assigneeUnknown]);
    }
  });
});

describeRule('a template for many applicants', () => {
  const template = async () => {
    const body = { name: crypto.randomUUID(), subject: 'News for {{firstName}}', body: 'Come and see us.' };
    return (await admin().call('createEmailTemplate', { body })).body;
  };
  const newsTo = (email: string | null) => mails.to(email ?? '').filter(({ subject }) => subject === 'News for Ada');
  const messages = async (id: string, name: string) =>
    (await admin().call('listMessages', { params: { id } })).body.filter((one) => one.template === name);

  test('waits a minute, in which undo takes it back and the status with it', async () => {
    const { _id: templateId, name } = await template();
    const [fresh, further] = (await submitMany(2)) as [string, string];
    await put(further, { status: 'INTERVIEW PENDING' });
    const action = { kind: 'template', templateId };
    const preview = (await admin().call('previewBulk', { body: { applicationIds: [fresh, further], action } })).body;
    expect(preview).toMatchObject({ changed: 2, mailsWaitMs: BULK_EMAILS_WAIT_MS });
    expect(preview.groups.map(({ before, after }) => [before, after])).toEqual(
      expect.arrayContaining([
        ['NEW', 'INFORMATION SENT'],
        ['INTERVIEW PENDING', 'INTERVIEW PENDING'],
      ]),
    );
    const done = await change([fresh, further], action);
    expect(Date.parse(done.mailsLeaveAt ?? '') - Date.parse(done.startedAt)).toBe(BULK_EMAILS_WAIT_MS);
    expect(await statusesOf([fresh, further])).toEqual(['INFORMATION SENT', 'INTERVIEW PENDING']);

    const undone = await undo(done._id);
    expect(undone.undo).toMatchObject({ restored: 2, left: 0, mailsCancelled: 2, mailsSent: 0, message: null });
    expect(await statusesOf([fresh, further])).toEqual(['NEW', 'INTERVIEW PENDING']);
    expect((await messages(fresh, name)).map(({ status }) => status)).toEqual(['cancelled']);
  });

  test('leaves then, and a later undo restores statuses only, and says so', async () => {
    const { _id: templateId, name } = await template();
    const [fresh, further] = (await submitMany(2)) as [string, string];
    await put(further, { status: 'INTERVIEW PENDING' });
    const done = await change([fresh, further], { kind: 'template', templateId });
    const emails = (await Promise.all([read(fresh), read(further)])).map(({ email }) => email);
    expect(emails.flatMap(newsTo)).toEqual([]);
    ahead += BULK_EMAILS_WAIT_MS;
    // A new event makes the leader read the outbox.
    await submit();
    await vi.waitUntil(() => emails.every((email) => newsTo(email).length === 1), { timeout: 20_000 });
    await vi.waitUntil(async () => (await messages(further, name))[0]?.status === 'delivered', { timeout: 20_000 });

    const undone = await undo(done._id);
    expect(undone.undo).toMatchObject({ restored: 1, left: 1, mailsCancelled: 0, mailsSent: 2 });
    expect(undone.undo?.message).toBe(TEXTS.bulk.onlyStatusesRestored(2, 1));
    expect(undone.rows?.find(({ applicationId }) => applicationId === further)?.undo?.reason).toBe(
      TEXTS.bulk.emailSent,
    );
    expect(await statusesOf([fresh, further])).toEqual(['NEW', 'INTERVIEW PENDING']);
  });

  test('is one that staff may send', async () => {
    const ids = [await submit()];
    const sent = (templateId: string) => start(ids, { kind: 'template', templateId });
    const { problem, status } = await sent(`${school.organizationId}.passwordReset`);
    expect([status, problem.message]).toEqual([422, TEXTS.emailTemplates.notByHand('Password reset')]);
    expect((await sent(`${other.organizationId}.interviewScheduled`)).status).toBe(404);
  });
});

test('its progress is a live change, only for people who may make bulk changes', async () => {
  const { organizationId, staff } = school;
  const [admins, viewers] = await Promise.all([
    listen(staff.Admin, { organizationId }),
    listen(staff.Viewer, { organizationId }),
  ]);
  try {
    const [id = ''] = await submitMany(1);
    const done = await change([id], { kind: 'status', status: 'CONTRACT SENT' });
    const last = (await server.running.composition.log.readStream(`bulk-${done._id}`)).at(-1);
    const isEnd = ({ kind, id: told, version }: LiveChange) =>
      kind === 'bulk' && told === done._id && version === Number(last?.revision);
    await vi.waitUntil(() => admins.changes.some(isEnd), 20_000);
    await viewers.heard('application', id);
    expect(viewers.changes.filter(({ kind }) => kind === 'bulk')).toEqual([]);
  } finally {
    await Promise.all([admins.close(), viewers.close()]);
  }
});

describe('a person who starts bulk changes', () => {
  test('twice under one key has asked once', async () => {
    const ids = await submitMany(2);
    const body = { applicationIds: ids, action: { kind: 'status', status: 'CONTRACT SENT' } };
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const [one, two] = await Promise.all([
      admin().call('startBulk', { body, headers }),
      admin().call('startBulk', { body, headers }),
    ]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(one.body._id).toBe(two.body._id);
    await finished(one.body._id);
    expect((await eventsOf(ids[0] ?? '')).filter(({ type }) => type === 'StatusChanged')).toHaveLength(1);
    const { status } = await admin().call('startBulk', { body: { ...body, applicationIds: [ids[0]] }, headers });
    expect(status).toBe(422);
  });

  test('finds the last ones again, of this organization only, newest first', async () => {
    const ids = [await submit()];
    const first = await change(ids, { kind: 'status', status: 'CONTRACT SENT' });
    const second = await change(ids, { kind: 'status', status: 'NEW' });
    const { body: list } = await admin().call('listBulks');
    expect(list.slice(0, 2).map(({ _id }) => _id)).toEqual([second._id, first._id]);
    expect(list[0]).not.toHaveProperty('rows');
    expect((await other.staff.Owner.call('listBulks')).body).toEqual([]);
    expect((await other.staff.Owner.call('getBulk', { params: { id: first._id } })).status).toBe(404);
    expect((await school.staff.Viewer.call('getBulk', { params: { id: first._id } })).status).toBe(403);
  });

  testRule('names at least one application, not too many, and what to do', async () => {
    const message = async (applicationIds: readonly string[], action: object) =>
      (await start(applicationIds, action)).problem.errors?.[0]?.message;
    const toNew = { kind: 'status', status: 'NEW' };
    expect(await message([], toNew)).toBe(TEXTS.bulk.noneChosen);
    expect(
      await message(
        Array.from({ length: 5001 }, (_, n) => `a${n}`),
        toNew,
      ),
    ).toBe(TEXTS.bulk.tooMany);
    expect(await message(['a'], { kind: 'delete' })).toBe(TEXTS.bulk.actionUnknown);
    expect(await message(['a'], { kind: 'status', status: 'GONE' })).toBe(TEXTS.applications.statusUnknown);
  });
});

test('a restart resumes an interrupted bulk change', async () => {
  const ids = await submitMany(60);
  const { body } = await start(ids, { kind: 'status', status: 'DRILLS PENDING' });
  server = await server.restart();
  const again = await signedIn(server, 'admin@bulk-school.example', school.organizationId);
  school = { ...school, staff: { ...school.staff, Admin: again } };
  expect(await finished(body._id)).toMatchObject({ changed: 60, refused: 0 });
  for (const id of ids) {
    expect((await eventsOf(id)).filter(({ type }) => type === 'StatusChanged')).toHaveLength(1);
  }
});
