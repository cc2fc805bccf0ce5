import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { handle } from '../../commands/handling/handle.ts';
import { application } from '../../domain/application/application.ts';
import type { BatchStatus } from '../../domain/batch/status.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Client } from '../support/client.ts';
import {
  type Applied,
  accepted,
  answers,
  applied,
  createSchool,
  freshEmail,
  operatorContext,
  PASSWORD,
  PROCESS,
  type School,
} from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let school: School;
let other: School;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'off' } });
  [school, other] = [await createSchool(server, 'first-school'), await createSchool(server, 'other-school')];
  admin = school.staff.Admin;
});
afterAll(() => server.close());

const visitor = () => server.client({ organizationId: school.organizationId });
const submit = (client: Client, body: object = {}) =>
  client.call('submitApplication', { body: { batchId: school.batches.Open, ...answers(freshEmail()), ...body } });
const change = (client: Client, id: string, body: object) => client.call('changeApplication', { params: { id }, body });
const read = async (client: Client, id: string) => (await client.call('getApplication', { params: { id } })).body;
/** Everything but the version, which also counts the emails that are delivered meanwhile. */
const withoutVersion = ({ version: _, ...content }: Awaited<ReturnType<typeof read>>) => content;
const historyTypes = async (id: string) =>
  (await admin.call('getApplicationHistory', { params: { id } })).body
    .map(({ type }) => type)
    .filter((type) => !type.startsWith('Email'));
const openBatch = async (name: string, at = school) =>
  (await at.staff.Admin.call('createBatch', { body: { name, status: 'Open', processId: at.processId } })).body._id;
const setBatch = (id: string, status: BatchStatus) => admin.call('changeBatch', { params: { id }, body: { status } });
/** An applicant in a new batch, whose status the test may change. */
async function alone(name: string): Promise<Applied & { batchId: string }> {
  const batchId = await openBatch(name);
  return { ...(await applied(server, { ...school, batches: { ...school.batches, Open: batchId } })), batchId };
}

describe('answers to be corrected', () => {
  const marks = (note: string, _id = 'firstName') => ({
    status: 'INCORRECT INFORMATION' as const,
    requestedCorrections: [{ _id, note }],
  });

  test('are marked by admins only, read by the applicant, and done once the applicant has corrected them', async () => {
    const { client, applicationId } = await alone('To be corrected');
    const asked = await change(admin, applicationId, marks('As in your passport, please'));
    expect(asked.body).toMatchObject(marks('As in your passport, please'));
    const seen = await read(client, applicationId);
    expect(seen.requestedCorrections).toEqual([{ _id: 'firstName', note: 'As in your passport, please' }]);

    // Neither a Viewer nor the applicant changes a mark.
    expect((await change(school.staff.Viewer, applicationId, marks('Mine'))).status).toBe(403);
    const { version } = seen;
    expect((await change(client, applicationId, { version, requestedCorrections: [] })).body).toMatchObject(
      withoutVersion(seen),
    );

    const corrected = await change(client, applicationId, { firstName: 'Augusta Ada' });
    expect(corrected.body).toMatchObject({
      firstName: 'Augusta Ada',
      requestedCorrections: [],
      correctedAnswers: ['firstName'],
    });
    const { body: history } = await admin.call('getApplicationHistory', { params: { id: applicationId } });
    const [mark, save] = ['AnswersMarked', 'DetailsSaved'].map((wanted) => history.find(({ type }) => type === wanted));
    const after = { _id: 'firstName', note: 'As in your passport, please' };
    expect(mark?.changes).toEqual([{ field: 'requestedCorrections', before: null, after }]);
    expect(save?.changes).toEqual([
      { field: 'firstName', before: 'Ada', after: 'Augusta Ada' },
      { field: 'requestedCorrections', before: after, after: null },
    ]);
  });

  test('are those of the application form that the applicant can change', async () => {
    const { applicationId } = await alone('Not to be corrected');
    for (const field of ['email', 'rating', 'motivation', 'unknown']) {
      const { status, problem } = await change(admin, applicationId, marks('Please correct', field));
      expect([field, status, problem.message]).toEqual([field, 422, TEXTS.applications.correctionUnknown]);
    }
    const { status, problem } = await change(admin, applicationId, marks(' '));
    expect([status, problem.message]).toEqual([422, TEXTS.applications.correctionNoteMissing]);
    expect(await read(admin, applicationId)).toMatchObject({ status: 'NEW', requestedCorrections: [] });
  });

  test('go with a transfer', async () => {
    const { applicationId } = await alone('Left to be corrected');
    await change(admin, applicationId, marks('As in your passport, please'));
    const transferBatchId = await openBatch('Arrived to be corrected');
    const { body } = await change(admin, applicationId, { status: 'TRANSFERRED', transferBatchId });
    const copy = await read(admin, body.transferredTo ?? '');
    expect(copy).toMatchObject(marks('As in your passport, please'));
  });

  test('that are corrected are not open again after a transfer', async () => {
    const { client, applicationId } = await alone('Corrected and left');
    await change(admin, applicationId, marks('As in your passport, please'));
    await change(client, applicationId, { firstName: 'Augusta Ada' });
    const transferBatchId = await openBatch('Arrived corrected');
    const { body } = await change(admin, applicationId, { status: 'TRANSFERRED', transferBatchId });
    const copyId = body.transferredTo ?? '';
    const seen = { status: 'INCORRECT INFORMATION', requestedCorrections: [], correctedAnswers: ['firstName'] };
    expect(await read(admin, copyId)).toMatchObject(seen);
    expect(await read(client, copyId)).toMatchObject(seen);
    await change(admin, copyId, marks('Still not', 'lastName'));
    expect(await read(admin, copyId)).toMatchObject({ ...marks('Still not', 'lastName'), correctedAnswers: [] });
  });
});

describe('who reads applications', () => {
  test('staff their school’s, of the batches they name; applicants their own; others none', async () => {
    const [one, two] = [await alone('Readers one'), await alone('Readers two')];
    const theirs = (await submit(server.client(), { batchId: other.batches.Open })).body._id;
    const ids = async (client: Client, query: Record<string, string> = {}) =>
      (await client.call('listApplications', { query })).body.map(({ _id }) => _id);
    const all = await ids(admin);
    expect(all).toEqual(expect.arrayContaining([one.applicationId, two.applicationId]));
    expect(all).not.toContain(theirs);
    expect(await ids(admin, { batchIds: `${one.batchId},${other.batches.Open}` })).toEqual([one.applicationId]);
    expect(await ids(admin, { batchIds: `${one.batchId},${two.batchId}` })).toEqual([
      two.applicationId,
      one.applicationId,
    ]);
    expect(await ids(one.client)).toEqual([one.applicationId]);
    expect(await ids(admin, { filter: 'mine' })).toEqual([]);
    expect((await visitor().call('listApplications')).status).toBe(401);
    for (const client of [two.client, other.staff.Owner]) {
      const { status } = await client.call('getApplication', { params: { id: one.applicationId } });
      expect(status).toBe(404);
    }
  });

  test('a row has no activity, but when its person was last seen', async () => {
    const { client, applicationId, batchId } = await alone('Seen');
    const timestamp = new Date().toISOString();
    const entry = { action: 'VIEW_APPLICATION', actionDetails: null, timestamp } as const;
    await client.call('recordActivity', { body: { applicationId, activityEntries: [entry] } });
    const [row] = (await admin.call('listApplications', { query: { batchIds: batchId } })).body;
    expect(row).not.toHaveProperty('userActivity');
    expect(row?.lastSeenAt).toEqual(expect.any(String));
    expect((await read(admin, applicationId)).userActivity).toEqual({ activityEntries: [entry] });
    expect(await read(client, applicationId)).not.toHaveProperty('lastSeenAt');
  });

  test('a Viewer gets nothing of what is for admins; an applicant neither comments nor assignee', async () => {
    const { client, applicationId } = await alone('Hidden');
    const assignee = (await admin.call('getUser')).body?._id;
    const body = { adminComments: [{ message: 'Strong' }], adminAssignee: { userId: assignee }, rating: '9' };
    const changed = await change(admin, applicationId, body);
    expect(changed.body).toMatchObject({
      rating: '9',
      adminAssignee: { userId: assignee, userEmail: 'admin@first-school.example' },
      adminComments: [{ message: 'Strong', authorId: assignee, authorEmail: 'admin@first-school.example' }],
    });
    for (const viewer of [client, school.staff.Viewer]) {
      const shown = await read(viewer, applicationId);
      for (const name of ['adminComments', 'adminAssignee', 'rating']) expect(shown).not.toHaveProperty(name);
    }
    expect(await read(school.staff.Viewer, applicationId)).not.toHaveProperty('selectedPaymentModelId');
    expect(await read(client, applicationId)).toHaveProperty('selectedPaymentModelId');
  });
});

describe('a search for applicants', () => {
  const applied = async (values: object, client = visitor(), batchId = school.batches.Open) =>
    (await submit(client, { ...values, batchId })).body._id;
  const search = async (text: string, client = admin) =>
    (await client.call('searchApplicants', { query: { search: text } })).body.map(({ _id }) => _id);
  let zoe: string;
  let zoehart: string;
  let theirs: string;
  beforeAll(async () => {
    zoehart = await applied({ firstName: 'Mia', lastName: 'Ørzoëhart' });
    zoe = await applied({ firstName: 'Zoë', lastName: 'Müller', phoneNumber: '+63 (917) 555-0142' });
    theirs = await applied({ firstName: 'Zoë', lastName: 'Müller' }, server.client(), other.batches.Open);
  });

  test('finds staff’s own applicants by name, email, phone and number, words that begin so first', async () => {
    for (const text of ['zoe mull', 'MÜLLER ZOË', '0917 555 01', '5550142']) expect(await search(text)).toEqual([zoe]);
    expect(await search('zoe')).toEqual([zoe, zoehart]);
    for (const role of ['Viewer', 'Owner'] as const) expect(await search('zoe m', school.staff[role])).toContain(zoe);
    expect(await search('zoe m', other.staff.Admin)).toEqual([theirs]);
    const { body } = await admin.call('searchApplicants', { query: { search: zoe } });
    const { trackingNumber, email } = await read(admin, zoe);
    expect(body).toEqual([
      {
        _id: zoe,
        batchId: school.batches.Open,
        status: 'NEW',
        createdAt: expect.any(String),
        trackingNumber,
        email,
        firstName: 'Zoë',
        lastName: 'Müller',
        phoneNumber: '+63 (917) 555-0142',
      },
    ]);
    expect(await search(`#${trackingNumber}`)).toContain(zoe);
    expect(await search(email ?? '')).toEqual([zoe]);
    expect(await search(theirs)).toEqual([]);
  });

  test('is not for applicants and visitors', async () => {
    const { client } = await alone('Searching');
    expect((await client.call('searchApplicants', { query: { search: 'zoe' } })).status).toBe(403);
    expect((await visitor().call('searchApplicants', { query: { search: 'zoe' } })).status).toBe(401);
  });

  test('answers ten at most, and nothing to what no applicant has', async () => {
    await Promise.all(Array.from({ length: 12 }, () => applied({ lastName: 'Twelvefold' })));
    expect(await search('twelvefold')).toHaveLength(10);
    for (const text of ['', '  ', '.*', '%', "' OR 1=1", '$ne', '(((((']) expect(await search(text)).toEqual([]);
    const long = await admin.call('searchApplicants', { query: { search: 'a'.repeat(201) } });
    expect(long.status).toBe(400);
  });

  test('follows a correction at once, and finds an erased person by nothing but the number', async () => {
    const id = await applied({ firstName: 'Erasmus', lastName: 'Gone', phoneNumber: '639998887766' });
    await change(admin, id, { lastName: 'Corrected' });
    expect(await search('erasmus corrected')).toEqual([id]);
    expect(await search('erasmus gone')).toEqual([]);
    const { email, trackingNumber } = await read(admin, id);
    await school.staff.Owner.call('erasePerson', { body: { applicationId: id } });
    for (const text of ['erasmus', 'corrected', '63999888', email ?? '']) expect(await search(text)).toEqual([]);
    expect(await search(`${trackingNumber}`)).toContain(id);
  });

  test('does not tell a Viewer who has a hidden value', async () => {
    const hiding = {
      ...PROCESS,
      fields: [...PROCESS.fields, { name: 'phoneNumber', label: 'Phone', dataType: 'tel', isAdminOnly: true }],
    };
    const { body } = await admin.call('createProcess', { body: { json: JSON.stringify(hiding) } });
    const batch = { name: 'Hiding', status: 'Open', processId: body._id } as const;
    const batchId = (await admin.call('createBatch', { body: batch })).body._id;
    const id = await applied({ firstName: 'Shy' }, visitor(), batchId);
    await change(admin, id, { phoneNumber: '447700900123' });
    expect(await search('447700900')).toEqual([id]);
    expect(await search('447700900', school.staff.Viewer)).toEqual([]);
    const seen = await school.staff.Viewer.call('searchApplicants', { query: { search: 'shy' } });
    expect(seen.body).toMatchObject([{ _id: id }]);
    expect(seen.body[0]).not.toHaveProperty('phoneNumber');
  });
});

describe('one application for each person and batch', () => {
  test('a second application is refused in any spelling of the email', async () => {
    const email = freshEmail();
    expect((await submit(visitor(), { email })).status).toBe(200);
    for (const again of [email, ` ${email.toUpperCase()} `]) {
      const { status, problem } = await submit(visitor(), { email: again });
      expect([status, problem.message]).toEqual([409, TEXTS.enroll.duplicate]);
    }
    const signedIn = await alone('Twice');
    const second = await submit(signedIn.client, { batchId: signedIn.batchId });
    expect([second.status, second.problem.message]).toEqual([409, TEXTS.enroll.duplicate]);
  });

  test('CANCELLED frees the place; coming back to a taken place is a conflict', async () => {
    const { applicationId, email, batchId } = await alone('Places');
    await change(admin, applicationId, { status: 'CANCELLED' });
    const second = await submit(visitor(), { email, batchId });
    expect(second.status).toBe(200);
    const back = await change(admin, applicationId, { status: 'NEW' });
    expect([back.status, back.problem.message]).toEqual([409, TEXTS.enroll.duplicate]);
    await change(admin, second.body._id, { status: 'CANCELLED' });
    expect((await change(admin, applicationId, { status: 'NEW' })).body.status).toBe('NEW');
    expect((await submit(visitor(), { email, batchId })).status).toBe(409);
  });

  test('coming back is a conflict also where the account has applied again under another email', async () => {
    const { client, email, applicationId, batchId } = await alone('Accounts');
    await change(admin, applicationId, { status: 'CANCELLED', email: freshEmail() });
    const second = await submit(client, { batchId, email });
    expect(second.status, second.problem.message).toBe(200);
    const back = await change(admin, applicationId, { status: 'DECISION PENDING' });
    expect([back.status, back.problem.message]).toEqual([409, TEXTS.enroll.duplicate]);
    await change(admin, second.body._id, { status: 'CANCELLED' });
    expect((await change(admin, applicationId, { status: 'DECISION PENDING' })).status).toBe(200);
  });

  test('WITHDRAWN keeps the place, and a corrected email takes it along', async () => {
    const { applicationId, email, batchId } = await alone('Kept');
    await change(admin, applicationId, { status: 'WITHDRAWN' });
    expect((await submit(visitor(), { email, batchId })).status).toBe(409);
    const corrected = freshEmail();
    expect((await change(admin, applicationId, { email: corrected })).body.email).toBe(corrected);
    expect((await submit(visitor(), { email: corrected, batchId })).status).toBe(409);
    expect((await submit(visitor(), { email, batchId })).status).toBe(200);
    const taken = await change(admin, applicationId, { email });
    expect([taken.status, taken.problem.message]).toEqual([409, TEXTS.enroll.duplicate]);
  });
});

describe('what an application is refused', () => {
  test('new ones in a batch that is not Open, in the words of the decision', async () => {
    for (const status of ['Draft', 'Closed', 'Complete'] as const) {
      for (const client of [visitor(), admin]) {
        const { status: code, problem } = await submit(client, { batchId: school.batches[status] });
        expect([status, code, problem.message]).toEqual([status, 422, TEXTS.enroll.notAccepting]);
      }
    }
    expect((await submit(visitor(), { batchId: crypto.randomUUID() })).status).toBe(404);
  });

  test.each(['CANCELLED', 'WITHDRAWN', 'TRANSFERRED'] as const)(
    'everything of its applicant once it is %s; admins still work on it',
    async (status) => {
      const { client, applicationId } = await alone(`Locked ${status}`);
      const transferBatchId = await openBatch('Elsewhere');
      await change(admin, applicationId, { status, transferBatchId });
      const details = await change(client, applicationId, { motivation: 'Still' });
      expect([details.status, details.problem.message]).toEqual([422, TEXTS.applications.locked]);
      const timestamp = new Date().toISOString();
      const activityEntries = [{ action: 'VIEW_APPLICATION', actionDetails: null, timestamp }];
      const seen = await client.call('recordActivity', { body: { applicationId, activityEntries } });
      expect([seen.status, seen.problem.message]).toEqual([422, TEXTS.applications.locked]);
      const byAdmin = await change(admin, applicationId, { motivation: 'Noted', adminComments: [{ message: 'Why?' }] });
      expect(byAdmin.body).toMatchObject({ motivation: 'Noted', status });
      expect((await read(client, applicationId)).status).toBe(status);
    },
  );

  test('an applicant’s changes in a Complete batch, not in a Closed one; admins’ never', async () => {
    const { client, applicationId, batchId } = await alone('Ending');
    await setBatch(batchId, 'Closed');
    expect((await change(client, applicationId, { motivation: 'On' })).body.motivation).toBe('On');
    await setBatch(batchId, 'Complete');
    const over = await change(client, applicationId, { motivation: 'Over' });
    expect([over.status, over.problem.message]).toEqual([403, TEXTS.applications.locked]);
    expect((await change(admin, applicationId, { status: 'COMPLETE' })).body.status).toBe('COMPLETE');
    expect((await read(client, applicationId)).motivation).toBe('On');
  });
});

describe('comments', () => {
  test('are deleted only by their author', async () => {
    const { applicationId } = await alone('Comments');
    const { Owner } = school.staff;
    await change(admin, applicationId, { adminComments: [{ message: 'Mine' }] });
    const both = (await change(Owner, applicationId, { adminComments: [{ message: 'Theirs' }] })).body;
    const [mine, theirs] = both.adminComments ?? [];
    const without = (kept: unknown) => ({ version: both.version, adminComments: [kept] });
    const refused = await change(admin, applicationId, without(mine));
    expect([refused.status, refused.problem.message]).toEqual([403, TEXTS.applications.commentNotOwn]);
    const deleted = await change(admin, applicationId, without(theirs));
    expect(deleted.body.adminComments?.map(({ message }) => message)).toEqual(['Theirs']);
    const added = await change(admin, applicationId, { adminComments: [{ message: 'More' }] });
    expect(added.body.adminComments?.map(({ message }) => message)).toEqual(['Theirs', 'More']);
  });
});

describe('a logged call', () => {
  test('has a follow-up that any Owner or Admin finishes, survives a transfer, and is hidden from Viewers', async () => {
    const { applicationId } = await alone('Calls');
    const call = { message: 'No answer', kind: 'call', followUpOn: '2026-03-12' } as const;
    const logged = await change(admin, applicationId, { adminComments: [call] });
    expect(logged.body.adminComments).toMatchObject([call]);
    expect(await read(school.staff.Viewer, applicationId)).not.toHaveProperty('adminComments');

    const transferBatchId = await openBatch('Calls elsewhere');
    const { body: original } = await change(admin, applicationId, { status: 'TRANSFERRED', transferBatchId });
    const copyId = original.transferredTo as string;
    const copy = await read(admin, copyId);
    expect(copy.adminComments?.[0]).toMatchObject(call);

    const { version, adminComments = [] } = copy;
    const done = await change(school.staff.Owner, copyId, {
      version,
      adminComments: adminComments.map((comment) => ({ ...comment, followUpOn: null })),
    });
    expect(done.body.adminComments?.map((comment) => [comment.kind, comment.followUpOn])).toEqual([
      ['call', undefined],
      [undefined, undefined],
    ]);
    const again = await change(admin, copyId, { version: done.body.version, adminComments: done.body.adminComments });
    expect(again.body.version, 'the same document changes nothing').toBe(done.body.version);
  });

  test.each(['2026-02-30', 'soon'])('is refused with the follow-up %s', async (followUpOn) => {
    const { applicationId } = await alone(`Refused ${followUpOn}`);
    const { status, body } = await change(admin, applicationId, { adminComments: [{ message: 'Called', followUpOn }] });
    expect([status, body.adminComments]).toEqual([400, undefined]);
  });
});

describe('a transfer', () => {
  test('copies the application, leaves both with a reference and a comment, and frees the place', async () => {
    const { client, applicationId, email, batchId } = await alone('Origin');
    const assignee = { userId: (await admin.call('getUser')).body?._id };
    await change(client, applicationId, { motivation: 'Because', city: 'Cebu' });
    const before = (
      await change(admin, applicationId, {
        status: 'DRILLS PENDING',
        adminAssignee: assignee,
        adminComments: [{ message: 'Good' }],
      })
    ).body;
    const transferBatchId = await openBatch('Target');
    const { body: original } = await change(admin, applicationId, { status: 'TRANSFERRED', transferBatchId });
    expect(original.status).toBe('TRANSFERRED');
    const copy = await read(admin, original.transferredTo as string);
    for (const name of ['status', 'email', 'firstName', 'motivation', 'city', 'tracking', 'userId', 'adminAssignee']) {
      expect([name, copy[name]]).toEqual([name, before[name]]);
    }
    expect(copy).toMatchObject({ batchId: transferBatchId, transferredFrom: applicationId, transferredTo: null });
    expect(copy.trackingNumber).not.toBe(original.trackingNumber);
    const texts = (shown: typeof copy) => shown.adminComments?.map(({ message }) => message);
    expect(texts(original)).toEqual(['Good', TEXTS.applications.transferredTo('Target')]);
    expect(texts(copy)).toEqual(['Good', TEXTS.applications.transferredFrom('Origin')]);
    expect((await client.call('listApplications')).body.map(({ _id }) => _id)).toContain(copy._id);
    expect((await submit(visitor(), { email, batchId })).status).toBe(200);
    expect((await submit(visitor(), { email, batchId: transferBatchId })).status).toBe(409);
  });

  test('keeps when its applicant was last seen, in lists and after a second transfer, until they are seen again', async () => {
    const { client, applicationId } = await alone('Seen before');
    const see = async (id: string) => {
      const entry = { action: 'VIEW_APPLICATION', actionDetails: null, timestamp: new Date().toISOString() } as const;
      await client.call('recordActivity', { body: { applicationId: id, activityEntries: [entry] } });
    };
    const next = async (id: string, name: string) => {
      const transferBatchId = await openBatch(name);
      const { body } = await change(admin, id, { status: 'TRANSFERRED', transferBatchId });
      return { id: body.transferredTo as string, batchIds: transferBatchId };
    };
    await see(applicationId);
    const { lastSeenAt } = await read(admin, applicationId);
    const first = await next(applicationId, 'Seen once');
    const { id, batchIds } = await next(first.id, 'Seen twice');
    for (const viewer of [admin, school.staff.Viewer]) {
      expect((await read(viewer, id)).lastSeenAt).toBe(lastSeenAt);
      expect((await viewer.call('listApplications', { query: { batchIds } })).body[0]?.lastSeenAt).toBe(lastSeenAt);
    }
    expect(await read(client, id)).not.toHaveProperty('lastSeenAt');
    await see(id);
    const again = await read(admin, id);
    expect(again.lastSeenAt && again.lastSeenAt > again.createdAt).toBe(true);
  });

  test('of one whom a colleague has just transferred elsewhere is refused, and the same one again does nothing', async () => {
    const { applicationId } = await applied(server, school);
    const [here, there] = [await openBatch('Here'), await openBatch('There')];
    const { version } = await read(admin, applicationId);
    const transfer = (transferBatchId: string) =>
      change(admin, applicationId, { version, status: 'TRANSFERRED', transferBatchId });
    const done = await transfer(here);
    const refused = await transfer(there);
    expect([refused.status, refused.problem.message]).toEqual([422, TEXTS.applications.alreadyTransferred]);
    const again = await transfer(here);
    expect([again.status, again.body.transferredTo]).toEqual([200, done.body.transferredTo]);
    expect(again.body.adminComments).toEqual(done.body.adminComments);
    expect((await admin.call('listApplications', { query: { batchIds: there } })).body).toEqual([]);
  });

  test('is taken back only once the copy, also one of the copy, no longer lives', async () => {
    const { applicationId } = await applied(server, school);
    const next = async (id: string, name: string) =>
      (await change(admin, id, { status: 'TRANSFERRED', transferBatchId: await openBatch(name) })).body
        .transferredTo as string;
    const first = await next(applicationId, 'First');
    const takeBack = () => change(admin, applicationId, { status: 'NEW', city: 'Lost' });
    const refused = await takeBack();
    expect([refused.status, refused.problem.message]).toEqual([409, TEXTS.applications.copyLives('First')]);
    const second = await next(first, 'Second');
    expect((await takeBack()).problem.message).toBe(TEXTS.applications.copyLives('Second'));
    await change(admin, second, { status: 'CANCELLED' });
    expect(await takeBack()).toMatchObject({ status: 200, body: { status: 'NEW' } });
  });

  test('needs another Open batch of the same school, where the person has not applied', async () => {
    const { client, email, applicationId, batchId } = await alone('Stays');
    const elsewhere = await openBatch('Foreign', other);
    for (const transferBatchId of [undefined, null, batchId, school.batches.Closed, elsewhere, 'nowhere']) {
      const { status, problem } = await change(admin, applicationId, { status: 'TRANSFERRED', transferBatchId });
      expect([status, problem.message]).toEqual([422, TEXTS.applications.transferTargetMissing]);
    }
    const taken = await openBatch('Taken');
    await submit(client, { batchId: taken, email });
    const body = { status: 'TRANSFERRED', transferBatchId: taken, adminComments: [{ message: 'Lost' }] };
    const refused = await change(admin, applicationId, body);
    expect([refused.status, refused.problem.message]).toEqual([409, TEXTS.enroll.duplicate]);
    expect(await read(admin, applicationId)).toMatchObject({ status: 'NEW', adminComments: [], transferredTo: null });
  });

  test('that the death of the server cut in half is completed automatically', async () => {
    const { applicationId, email } = await alone('Half');
    const toBatchId = await openBatch('Whole');
    const { environment } = server.running.composition;
    const copyId = environment.identity.applicationId(toBatchId, email, 0);
    const data = { toBatchId, toBatchName: 'Whole', copyId, commentId: crypto.randomUUID() };
    const context = { ...operatorContext(server), organizationId: school.organizationId, isSilent: false };
    accepted(await handle(environment, application, applicationId, [{ type: 'Transfer', data }], context));
    const copied = () => admin.call('getApplication', { params: { id: copyId } });
    await vi.waitUntil(async () => (await copied()).status === 200, { timeout: 40_000, interval: 100 });
    expect((await copied()).body).toMatchObject({ batchId: toBatchId, transferredFrom: applicationId, status: 'NEW' });
  });
});

describe('a full-document PUT', () => {
  test('of exactly what was read appends nothing, for every sender', async () => {
    const { client, applicationId } = await alone('Same');
    await change(admin, applicationId, { adminComments: [{ message: 'Good' }], interviewer: 'Mia' });
    const history = await historyTypes(applicationId);
    for (const [who, sender] of Object.entries({ client, admin, owner: school.staff.Owner })) {
      const shown = await read(sender, applicationId);
      const { status, body } = await change(sender, applicationId, shown);
      expect([who, status, withoutVersion(body)]).toEqual([who, 200, withoutVersion(shown)]);
    }
    expect(await historyTypes(applicationId)).toEqual(history);
    const { Viewer } = school.staff;
    expect((await change(Viewer, applicationId, await read(Viewer, applicationId))).status).toBe(403);
  });

  test('keeps two people’s changes of different things, and names what both have changed', async () => {
    const { client, applicationId } = await alone('Two');
    const { version } = await read(admin, applicationId);
    await change(client, applicationId, { version, motivation: 'Mine', city: 'Cebu' });
    const merged = await change(admin, applicationId, { version, status: 'DECISION PENDING' });
    expect(merged.body).toMatchObject({ motivation: 'Mine', status: 'DECISION PENDING' });
    const conflict = await change(admin, applicationId, { version, status: 'CONTRACT SENT', city: 'Davao' });
    expect([conflict.status, conflict.problem.errors?.map(({ field }) => field).sort()]).toEqual([
      409,
      ['city', 'status'],
    ]);
    expect(await read(admin, applicationId)).toMatchObject({ city: 'Cebu', status: 'DECISION PENDING' });
  });

  test('ignores protected and unknown fields, refuses null for a required one, and clears others', async () => {
    const { applicationId } = await alone('Fields');
    const before = await read(admin, applicationId);
    const protectedOnes = {
      _id: 'x',
      organizationId: other.organizationId,
      batchId: school.batches.Closed,
      trackingNumber: 1,
      createdAt: '2020-01-01T00:00:00.000Z',
      assessmentScores: [{ score: 100 }],
      calendlyStartTime: '2030-01-01T00:00:00.000Z',
      transferredFrom: 'y',
      isErased: true,
      unknown: 'z',
      constructor: 'c',
    };
    const { body: after } = await change(admin, applicationId, protectedOnes);
    expect(withoutVersion(after)).toEqual(withoutVersion(before));
    for (const [field, value] of [
      ['status', null],
      ['email', null],
      ['firstName', null],
      ['email', 'no email'],
    ]) {
      const { status, problem } = await change(admin, applicationId, { [field as string]: value });
      expect([field, status, problem.errors?.[0]?.field]).toEqual([field, 422, field]);
    }
    const cleared = await change(admin, applicationId, { phoneNumber: null });
    expect(cleared.body.phoneNumber).toBeNull();
    expect((await change(admin, applicationId, { adminAssignee: { userId: 'nobody' } })).status).toBe(422);
  });

  test('of a person who is not the applicant links no account', async () => {
    const { body } = await submit(visitor());
    const stranger = visitor();
    const { body: user } = await stranger.call('signup', { body: { email: freshEmail(), password: PASSWORD } });
    expect((await change(stranger, body._id, { userId: user._id })).status).toBe(404);
    const holder = visitor();
    const { body: own } = await submit(holder);
    const signedUp = await holder.call('signup', { body: { email: freshEmail(), password: PASSWORD } });
    expect((await change(holder, own._id, { userId: signedUp.body._id })).status).toBe(404);
  });
});

describe('staff who add an applicant', () => {
  test('make an application without an account, and hold no claim to it', async () => {
    const email = freshEmail();
    const { body, headers } = await submit(admin, { email });
    expect(body).toMatchObject({ userId: null, email, status: 'NEW' });
    expect(headers.getSetCookie()).toEqual([]);
    expect((await change(admin, body._id, { userId: (await admin.call('getUser')).body?._id })).status).toBe(403);
  });
});
