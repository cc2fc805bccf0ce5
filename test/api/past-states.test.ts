import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProcessConfig } from '../../domain/process/config.ts';
import { betweenEvents } from '../support/between-events.ts';
import {
  answers,
  applied,
  createSchool,
  ensured,
  freshEmail,
  PROCESS,
  type School,
  signedIn,
} from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let school: School;
beforeAll(async () => {
  server = await startTestServer();
  school = await createSchool(server, 'past-school');
});
afterAll(() => server.close());

const withRating = (isAdminOnly: boolean, changes: Partial<ProcessConfig> = {}): string =>
  JSON.stringify({
    ...PROCESS,
    fields: [{ name: 'rating', label: 'Rating', dataType: 'text', isAdminOnly }],
    ...changes,
  });

describe('what was not published then', () => {
  test('a batch that was a Draft: for staff only, though it is Open now', async () => {
    const { Admin, Viewer } = school.staff;
    const { _id: id } = (await Admin.call('createBatch', { body: { name: 'Secret plan', description: 'Cheap' } })).body;
    const asDraft = await betweenEvents();
    const params = { id };
    await Admin.call('changeBatch', { params, body: { name: 'June', description: 'Dear', status: 'Open' } });
    const asOpen = await betweenEvents();
    const { client } = await applied(server, { ...school, batches: { ...school.batches, Open: id } });
    const visitor = server.client({ organizationId: school.organizationId });

    for (const outsider of [visitor, client]) {
      expect((await outsider.call('getBatch', { params, query: { asOf: asDraft } })).status).toBe(404);
      expect((await outsider.call('getBatch', { params, query: { asOf: asOpen } })).body).toMatchObject({
        name: 'June',
      });
    }
    const first = { params, query: { version: '0' } };
    expect((await Viewer.call('getBatch', first)).body).toMatchObject({ status: 'Draft', version: 0 });
    for (const outsider of [visitor, client]) expect((await outsider.call('getBatch', first)).status).toBe(404);
    const seen = await Viewer.call('getBatch', { params, query: { asOf: asDraft } });
    expect(seen.body).toMatchObject({ name: 'Secret plan', description: 'Cheap', status: 'Draft' });

    await Admin.call('changeBatch', { params, body: { status: 'Closed', description: 'Full' } });
    const asClosed = await betweenEvents();
    await Admin.call('changeBatch', { params, body: { status: 'Open' } });
    expect((await visitor.call('getBatch', { params, query: { asOf: asClosed } })).status).toBe(404);
    expect((await client.call('getBatch', { params, query: { asOf: asClosed } })).status).toBe(200);
  });

  test('the text of a process while its batch was a Draft', async () => {
    const { Admin, Viewer } = school.staff;
    const process = await Admin.call('createProcess', { body: { json: withRating(false, { label: 'Secret plan' }) } });
    const params = { id: process.body._id };
    const details = { name: 'July', processId: params.id };
    const batch = await Admin.call('createBatch', { body: details });
    const asDraft = await betweenEvents();
    await Admin.call('changeProcess', { params, body: { json: withRating(false, { label: 'July' }) } });
    await Admin.call('changeBatch', { params: { id: batch.body._id }, body: { status: 'Open' } });
    const asOpen = await betweenEvents();
    const { client } = await applied(server, { ...school, batches: { ...school.batches, Open: batch.body._id } });
    const visitor = server.client({ organizationId: school.organizationId });

    for (const outsider of [visitor, client]) {
      expect((await outsider.call('getProcess', { params, query: { asOf: asDraft } })).status).toBe(404);
      const open = await outsider.call('getProcess', { params, query: { asOf: asOpen } });
      expect(JSON.parse(open.body)).toMatchObject({ label: 'July' });
    }
    const seen = await Viewer.call('getProcess', { params, query: { asOf: asDraft } });
    expect(JSON.parse(seen.body)).toMatchObject({ label: 'Secret plan' });
  });
});

describe('one version of a document, by its number', () => {
  test('an email template, for staff only', async () => {
    const { Admin, Viewer } = school.staff;
    const body = { name: 'Welcome back', subject: 'Hello', body: 'Welcome' };
    const { _id: id } = (await Admin.call('createEmailTemplate', { body })).body;
    const params = { id };
    await Admin.call('changeEmailTemplate', { params, body: { subject: 'Good morning' } });
    const read = (client: typeof Admin, version: string) =>
      client.call('getEmailTemplate', { params, query: { version } });
    expect((await read(Viewer, '0')).body).toMatchObject({ ...body, version: 0 });
    expect((await read(Viewer, '1')).body).toMatchObject({ ...body, subject: 'Good morning', version: 1 });
    expect((await read(Viewer, '2')).status).toBe(404);
    const { client } = await applied(server, school);
    expect((await read(client, '0')).status).toBe(404);
  });

  test('an unchanged email of the portal, which has version 0 alone', async () => {
    const { Viewer } = school.staff;
    const params = { id: `${school.organizationId}.applicationReceived` };
    const read = (query: Record<string, string>) => Viewer.call('getEmailTemplate', { params, query });
    const { body: now } = await read({});
    expect((await read({ version: '0' })).body).toEqual(now);
    for (const version of ['1', '7']) expect((await read({ version })).status).toBe(404);
    expect((await read({ asOf: await betweenEvents() })).body).toEqual(now);
    expect((await read({ asOf: '2020-01-01T00:00:00.000Z' })).status).toBe(404);
  });

  test('a webhook, with its secret masked as in any other answer', async () => {
    const { Admin } = school.staff;
    const body = { name: 'Chat', targetUrl: 'https://chat.example.org/a' };
    const { _id: id, secret } = (await Admin.call('createWebhook', { body })).body;
    const params = { id };
    await Admin.call('changeWebhook', { params, body: { targetUrl: 'https://chat.example.org/b' } });
    const first = await Admin.call('getWebhook', { params, query: { version: '0' } });
    expect(first.body).toMatchObject({ ...body, version: 0 });
    expect(JSON.stringify(first.body)).not.toContain(secret);
    expect((await Admin.call('getWebhook', { params, query: { version: '7' } })).status).toBe(404);
  });

  test('an assessment, for staff only', async () => {
    const { Admin, Viewer } = school.staff;
    const body = { name: 'Logic', type: 'quiz', timeLimitMinutes: 30 } as const;
    const { _id: id } = (await Admin.call('createAssessment', { body })).body;
    const params = { id };
    await Admin.call('changeAssessment', { params, body: { timeLimitMinutes: 45 } });
    const read = (client: typeof Admin, version: string) =>
      client.call('getAssessment', { params, query: { version } });
    expect((await read(Viewer, '0')).body).toMatchObject({ ...body, version: 0 });
    expect((await read(Viewer, '1')).body).toMatchObject({ timeLimitMinutes: 45, version: 1 });
    await Admin.call('changeBatch', { params: { id: school.batches.Open }, body: { assessmentIds: [id] } });
    const { client } = await applied(server, school);
    expect((await client.call('getAssessment', { params })).status, 'offered to the applicant').toBe(200);
    expect((await read(client, '0')).status).toBe(404);
  });

  test('an organization, for its members only', async () => {
    const { Admin, Viewer } = school.staff;
    const params = { id: school.organizationId };
    const { version } = (await Viewer.call('getOrganization', { params })).body;
    await Admin.call('changeOrganization', { params, body: { contractText: 'Sign both pages.' } });
    const query = { version: String(version) };
    const older = (await Viewer.call('getOrganization', { params, query })).body;
    expect(older).toMatchObject({ version, contractText: null, statusLimits: expect.anything() });
    const now = (await Viewer.call('getOrganization', { params })).body;
    expect(now).toMatchObject({ contractText: 'Sign both pages.' });
    const visitor = server.client({ organizationId: school.organizationId });
    const { client } = await applied(server, school);
    const stranger = (await createSchool(server, 'past-strangers')).staff.Owner;
    const asOf = { asOf: await betweenEvents() };
    expect((await Viewer.call('getOrganization', { params, query: asOf })).body).toEqual(now);
    for (const outsider of [visitor, client, stranger]) {
      expect((await outsider.call('getOrganization', { params })).status).toBe(200);
      for (const past of [query, asOf])
        expect((await outsider.call('getOrganization', { params, query: past })).status).toBe(404);
    }
  });
});

test('what is admin-only today or was then stays with admins, and a step hidden today stays hidden', async () => {
  const { Admin } = school.staff;
  const asked = { name: 'rating', label: 'Rating', dataType: 'text', required: false } as const;
  const form = { ...PROCESS.applicationForm, fields: [...PROCESS.applicationForm.fields, asked] };
  const steps = [{ _id: 'notes', title: 'Notes', content: [{ markdown: 'A slip' }] }];
  const then = { applicationForm: form, applicationDetailsSteps: steps };
  const visibilityCondition = {
    logicalOperator: 'AND' as const,
    terms: [{ target: 'STATUS' as const, operator: 'Greater than' as const, comparisonValue: 'CONTRACT RECEIVED' }],
  };
  const now = { ...then, applicationDetailsSteps: steps.map((step) => ({ ...step, visibilityCondition })) };

  const change = (json: string) => Admin.call('changeProcess', { params, body: { json } });
  const created = await Admin.call('createProcess', { body: { json: withRating(true, then) } });
  const params = { id: created.body._id };
  const batch = await Admin.call('createBatch', { body: { name: 'Ratings', processId: params.id, status: 'Open' } });
  const { client, applicationId: id } = await applied(server, {
    ...school,
    batches: { ...school.batches, Open: batch.body._id },
  });
  const rate = (rating: string) => Admin.call('changeApplication', { params: { id }, body: { rating } });
  await rate('terrible');
  const hiddenThen = await betweenEvents();
  expect((await change(withRating(false, then))).status).toBe(200);
  await rate('fair');
  const shownThen = await betweenEvents();

  const past = (asOf: string) => client.call('getApplication', { params: { id }, query: { asOf } });
  const processThen = async (asOf: string) =>
    JSON.parse((await client.call('getProcess', { params, query: { asOf } })).body);
  expect((await past(shownThen)).body).toMatchObject({ rating: 'fair' });
  expect((await past(hiddenThen)).body).not.toHaveProperty('rating');
  expect(JSON.stringify(await processThen(hiddenThen))).not.toContain('Rating');
  expect(JSON.stringify(await processThen(shownThen))).toContain('Rating');
  expect(await processThen(shownThen)).toMatchObject({ applicationDetailsSteps: [{ title: 'Notes' }] });

  expect((await change(withRating(true, now))).status).toBe(200);
  expect((await past(shownThen)).body).not.toHaveProperty('rating');
  expect(JSON.stringify(await processThen(shownThen))).not.toContain('Rating');
  expect(await processThen(shownThen)).toMatchObject({ applicationDetailsSteps: [null] });
  const staff = await Admin.call('getApplication', { params: { id }, query: { asOf: hiddenThen } });
  expect(staff.body).toMatchObject({ rating: 'terrible' });
});

describe('what an applicant could not see then, or does not see today', () => {
  const SHOWN_AFTER_CONTRACT = {
    logicalOperator: 'AND' as const,
    terms: [
      {
        target: 'STATUS' as const,
        operator: 'Greater than or equal' as const,
        comparisonValue: 'CONTRACT SENT' as const,
      },
    ],
  };
  const motive = { name: 'motive', label: 'Motive', dataType: 'text', required: false } as const;
  const step = {
    _id: 'papers',
    title: 'Papers',
    visibilityCondition: SHOWN_AFTER_CONTRACT,
    configuration: { title: 'Papers', fields: [motive] },
  };
  const blocks = {
    _id: 'notes',
    title: 'Notes',
    content: [{ markdown: 'For all' }, { markdown: 'For few', condition: SHOWN_AFTER_CONTRACT }],
  };

  test('stays hidden: values of steps, the steps, and blocks of their text', async () => {
    const { Admin } = school.staff;
    const json = JSON.stringify({ ...PROCESS, applicationDetailsSteps: [step, blocks] });
    const process = await Admin.call('createProcess', { body: { json } });
    expect(process.status, JSON.stringify(process.problem)).toBe(200);
    const details = { name: 'Hidden steps', processId: process.body._id, status: 'Open' };
    const batch = await Admin.call('createBatch', { body: details });
    const { client, applicationId: id } = await applied(server, {
      ...school,
      batches: { ...school.batches, Open: batch.body._id },
    });
    const change = (body: object) => Admin.call('changeApplication', { params: { id }, body });
    const seen = async (asOf: string) => {
      const { body } = await client.call('getApplication', { params: { id }, query: { asOf } });
      const params = { id: process.body._id };
      const config = JSON.parse((await client.call('getProcess', { params, query: { asOf } })).body);
      return {
        motive: (body as { motive?: string }).motive,
        isVisible: body.steps?.[0]?.isVisible,
        step: config.applicationDetailsSteps[0]?.title,
        block: config.applicationDetailsSteps[1]?.content?.[1]?.markdown,
      };
    };
    const nothing = { motive: undefined, isVisible: false, step: undefined, block: undefined };
    const all = { motive: 'Curiosity', isVisible: true, step: 'Papers', block: 'For few' };

    await change({ motive: 'Curiosity' });
    const hiddenThen = await betweenEvents();
    await change({ status: 'CONTRACT SENT' });
    const shownThen = await betweenEvents();
    expect(await seen(shownThen)).toEqual(all);
    expect(await seen(hiddenThen), 'not at that moment').toEqual(nothing);
    await change({ status: 'NEW' });
    expect(await seen(shownThen), 'not today').toEqual(nothing);
    const staff = await Admin.call('getApplication', { params: { id }, query: { asOf: shownThen } });
    expect(staff.body).toMatchObject({ motive: 'Curiosity' });
  });

  test('is not there at all: an application, its solutions and its batch from before it was theirs', async () => {
    const { Admin, Owner } = school.staff;
    const email = freshEmail();
    const before = await betweenEvents();
    const submitted = await server.client().call('submitApplication', {
      body: { batchId: school.batches.Open, ...answers(email) },
    });
    const { _id: id } = submitted.body;
    const unlinked = await betweenEvents();
    await ensured(server, email);
    const client = await signedIn(server, email, school.organizationId);
    const params = { id };
    await client.call('changeApplication', { params, body: { userId: (await client.call('getUser')).body._id } });
    const linked = await betweenEvents();
    const statusOf = async (by: typeof client, asOf: string) =>
      (await by.call('getApplication', { params, query: { asOf } })).status;
    expect([await statusOf(client, before), await statusOf(client, unlinked)]).toEqual([404, 404]);
    expect(await statusOf(client, linked)).toBe(200);
    expect(await statusOf(Admin, unlinked)).toBe(200);

    const batch = { id: school.batches.Open };
    await Owner.call('changeBatch', { params: batch, body: { status: 'Closed' } });
    const closed = await betweenEvents();
    expect((await client.call('getBatch', { params: batch, query: { asOf: closed } })).status).toBe(200);
    await Owner.call('changeBatch', { params: batch, body: { status: 'Open' } });
    const late = await applied(server, school);
    expect((await late.client.call('getBatch', { params: batch, query: { asOf: closed } })).status).toBe(404);
  });
});
