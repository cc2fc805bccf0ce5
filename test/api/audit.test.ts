import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EVENT_DEFINITIONS } from '../../domain/events.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { audit } from '../../projections/audit.ts';
import { addStaff, applied, createSchool, freshEmail, PASSWORD, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let school: School;
let other: School;
beforeAll(async () => {
  server = await startTestServer();
  school = await createSchool(server, 'audited-school');
  other = await createSchool(server, 'other-school');
});
afterAll(() => server.close());

describe('the audit log', () => {
  test('lists who changed what and when, newest first, for this organization only', async () => {
    const { Owner, Admin } = school.staff;
    const { applicationId, email } = await applied(server, school);
    await other.staff.Admin.call('createBatch', { body: { name: 'Not yours' } });
    const { body: batch } = await Admin.call('createBatch', { body: { name: 'June' } });
    await Owner.call('changeBatch', { params: { id: batch._id }, body: { name: 'July', status: 'Open' } });
    await Admin.call('changeApplication', { params: { id: applicationId }, body: { status: 'CONTRACT SENT' } });
    await Owner.call('changeOrganization', {
      params: { id: school.organizationId },
      body: { accentColor: '#123456', calendlyAccessToken: 'the-token-itself' },
    });

    const { body } = await Owner.call('listAudit');
    // An email may be delivered at any moment.
    const [secret, details, status, opened, renamed, created] = body.filter(({ type }) => !type.startsWith('Email'));
    const owner = { kind: 'user', email: 'owner@audited-school.example' };
    expect(details).toMatchObject({
      kind: 'organization',
      documentId: school.organizationId,
      name: 'School audited-school',
      actor: owner,
      changes: [{ field: 'accentColor', before: null, after: '#123456' }],
    });
    expect(secret).toMatchObject({ type: 'OrganizationSecretChanged', changes: [{ field: 'calendlyAccessToken' }] });
    expect(status).toMatchObject({
      kind: 'application',
      documentId: applicationId,
      name: 'Ada Lovelace',
      actor: { kind: 'user', email: 'admin@audited-school.example' },
      changes: [{ field: 'status', before: 'NEW', after: 'CONTRACT SENT' }],
    });
    expect(opened?.changes).toEqual([{ field: 'status', before: 'Draft', after: 'Open' }]);
    expect(renamed).toMatchObject({ kind: 'batch', name: 'July', actor: owner });
    expect(created).toMatchObject({ type: 'BatchCreated', documentId: batch._id });
    const text = JSON.stringify(body);
    expect(text).toContain(email);
    for (const hidden of ['Not yours', 'the-token-itself', 'oken-itself']) expect(text).not.toContain(hidden);
    for (let n = 1; n < body.length; n += 1) {
      expect(Date.parse(body[n - 1]?.at ?? '')).toBeGreaterThanOrEqual(Date.parse(body[n]?.at ?? ''));
    }
  });

  test('lists a change in the organization of the document, also if its author is at another', async () => {
    const email = freshEmail();
    for (const { organizationId } of [school, other]) await addStaff(server, organizationId, email, 'Owner');
    const client = server.client({ organizationId: other.organizationId });
    await client.call('login', { body: { email, password: PASSWORD } });
    const body = { name: 'Changed from elsewhere' };
    expect((await client.call('changePaymentModel', { params: { id: school.paymentModelId }, body })).status).toBe(200);
    const told = async ({ staff }: School) => JSON.stringify((await staff.Owner.call('listAudit')).body);
    expect(await told(school)).toContain(body.name);
    expect(await told(other)).not.toContain(body.name);
  });

  test('names a deleted document and shows a pin', async () => {
    const { Owner } = school.staff;
    const { body: report } = await Owner.call('createSavedReport', {
      body: { name: 'Who applied', events: ['ApplicationSubmitted'] },
    });
    const params = { id: report._id };
    await Owner.call('pinReport', { params });
    await Owner.call('deleteSavedReport', { params });
    const { body: entries } = await Owner.call('listAudit', { query: { documentId: report._id } });
    expect(entries.map(({ type, name }) => [type, name])).toEqual([
      ['ReportDeleted', 'Who applied'],
      ['ReportChanged', 'Who applied'],
      ['ReportCreated', 'Who applied'],
    ]);
    expect(entries[1]?.changes).toEqual([{ field: 'isPinned', before: false, after: true }]);
  });

  test('is for Owners and Admins', async () => {
    expect((await school.staff.Viewer.call('listAudit')).status).toBe(403);
    expect((await server.client({ organizationId: school.organizationId }).call('listAudit')).status).toBe(401);
    const { client } = await applied(server, school);
    expect((await client.call('listAudit')).status).toBe(403);
    const query = { organizationId: school.organizationId };
    expect((await other.staff.Owner.call('listAudit', { query })).status).toBe(404);
  });

  test('is read page by page, without gap or repetition', async () => {
    const { Owner } = school.staff;
    const to = new Date().toISOString();
    // What the tests before led to may still be on its way.
    await pause(1000);
    const whole = (await Owner.call('listAudit', { query: { to, limit: '200' } })).body.map(({ _id }) => _id);
    const paged: string[] = [];
    for (;;) {
      const query = { to, limit: '7', ...(paged.length > 0 ? { after: paged.at(-1) as string } : {}) };
      const { body } = await Owner.call('listAudit', { query });
      paged.push(...body.map(({ _id }) => _id));
      if (body.length < 7) break;
    }
    expect(paged).toEqual(whole);
    expect(new Set(paged).size).toBe(paged.length);
    // The id is the event's time and its encrypted position in the log.
    for (const id of whole) expect(id).toMatch(/^\d{13}\.0x[0-9a-f]{32}$/);
    const foreign = (await other.staff.Owner.call('listAudit')).body.at(-1)?._id ?? '';
    const { status, body } = await Owner.call('listAudit', { query: { to, after: foreign, limit: '3' } });
    expect(status).toBe(200);
    expect(body.every(({ _id }) => whole.includes(_id))).toBe(true);
    // The last one is an id of an earlier version; the first page again would cause an endless loop.
    for (const after of ['', 'zzz', `${Date.parse(to)}.0000000000000000042`]) {
      const refused = await Owner.call('listAudit', { query: { to, after, limit: '3' } });
      expect([refused.status, refused.problem.message]).toEqual([400, TEXTS.requests.entryUnknown]);
    }
    for (const limit of ['0', '201', '-1', '1e3']) {
      expect((await Owner.call('listAudit', { query: { limit } })).status).toBe(400);
    }
  });

  test('is narrowed down by kind, document, person, type and time, all at once', async () => {
    const { Owner, Admin } = school.staff;
    const { body: batch } = await Admin.call('createBatch', { body: { name: 'August' } });
    const { _id: ownerId } = (await Owner.call('getUser')).body;
    await Owner.call('changeBatch', { params: { id: batch._id }, body: { name: 'September' } });
    const typesOf = async (query: Record<string, string>) =>
      (await Owner.call('listAudit', { query })).body.map(({ type }) => type);

    expect(await typesOf({ documentId: batch._id })).toEqual(['BatchDetailsChanged', 'BatchCreated']);
    expect(await typesOf({ documentId: batch._id, actorId: ownerId })).toEqual(['BatchDetailsChanged']);
    expect(new Set(await typesOf({ type: 'BatchCreated' }))).toEqual(new Set(['BatchCreated']));
    const { body: ofKind } = await Owner.call('listAudit', { query: { kind: 'organization' } });
    expect(new Set(ofKind.map(({ kind }) => kind))).toEqual(new Set(['organization']));
    const { body: byOwner } = await Owner.call('listAudit', { query: { actorId: ownerId } });
    expect(new Set(byOwner.map(({ actor }) => actor.id))).toEqual(new Set([ownerId]));

    const [newest, oldest] = (await Owner.call('listAudit', { query: { documentId: batch._id } })).body;
    const at = oldest?.at ?? '';
    expect(await typesOf({ documentId: batch._id, to: at })).toEqual(['BatchCreated']);
    if (newest?.at !== at) {
      expect(await typesOf({ documentId: batch._id, from: newest?.at ?? '' })).toEqual(['BatchDetailsChanged']);
    }
    expect(await typesOf({ documentId: batch._id, from: '2100-01-01T00:00:00Z' })).toEqual([]);
    expect(await typesOf({ kind: 'novel' })).toEqual([]);
    expect((await Owner.call('listAudit', { query: { from: 'yesterday' } })).status).toBe(400);
  });

  test('excludes a kind, a person or a document instead', async () => {
    const { Owner, Admin } = school.staff;
    const { body: batch } = await Admin.call('createBatch', { body: { name: 'October' } });
    const { _id: adminId } = (await Admin.call('getUser')).body;
    await Owner.call('changeBatch', { params: { id: batch._id }, body: { name: 'November' } });
    const query = { kind: 'organization', actorId: adminId, exclude: 'kind,actorId', limit: '200' };
    const { body } = await Owner.call('listAudit', { query });
    expect(body.some(({ documentId }) => documentId === batch._id)).toBe(true);
    for (const { kind, actor } of body)
      expect([kind, actor.id]).not.toContain(kind === 'organization' ? kind : adminId);
    const others = { documentId: batch._id, exclude: 'documentId', limit: '200' };
    const without = (await Owner.call('listAudit', { query: others })).body;
    expect(without.some(({ documentId }) => documentId === batch._id)).toBe(false);
    expect((await Owner.call('listAudit', { query: { exclude: 'text' } })).status).toBe(400);
  });

  test('is searched for names and emails of people, names of documents, and values', async () => {
    const { Owner, Admin } = school.staff;
    const { applicationId, email } = await applied(server, school);
    const { body: batch } = await Admin.call('createBatch', { body: { name: 'Évening Kotlin' } });
    await Owner.call('changeBatch', { params: { id: batch._id }, body: { description: 'At night' } });
    await Admin.call('changeApplication', { params: { id: applicationId }, body: { status: 'INTERVIEW PENDING' } });
    await Admin.call('changeApplication', {
      params: { id: applicationId },
      body: { adminComments: [{ message: 'Brings a harmonica' }] },
    });
    const found = async (text: string, more: Record<string, string> = {}) =>
      (await Owner.call('listAudit', { query: { text, limit: '200', ...more } })).body;
    const typesOf = (entries: readonly { readonly type: string }[]) => entries.map(({ type }) => type);

    const ofDocument = await found('evening KOTLIN');
    expect(typesOf(ofDocument)).toEqual(['BatchDetailsChanged', 'BatchCreated']);
    const ofPerson = await found(email.toUpperCase());
    expect(new Set(ofPerson.map(({ documentId }) => documentId))).toEqual(new Set([applicationId]));
    expect(typesOf(ofPerson)).toEqual(
      expect.arrayContaining(['StatusChanged', 'CommentAdded', 'ApplicationSubmitted']),
    );
    expect(ofPerson[0]?.applicant).toMatchObject({ email, name: 'Ada Lovelace' });
    const ofValue = await found('interview pending', { kind: 'application' });
    expect(ofValue.some(({ documentId, type }) => documentId === applicationId && type === 'StatusChanged')).toBe(true);
    const ofMember = await found('owner@audited-school');
    expect(new Set(ofMember.map(({ actor }) => actor.email))).toEqual(new Set(['owner@audited-school.example']));
    await Owner.call('changeName', { body: { name: 'Olga Müller' } });
    const ofName = await found('muller olga');
    expect(new Set(ofName.map(({ actor }) => actor.email))).toEqual(new Set(['owner@audited-school.example']));
    const within = await found('pending', { documentId: applicationId });
    expect(typesOf(within)).toEqual(['StatusChanged']);
    expect(await found('harmonica'), 'comments are not indexed').toEqual([]);
    expect(await found('no such words')).toEqual([]);
    expect((await other.staff.Owner.call('listAudit', { query: { text: email } })).body).toEqual([]);
  });

  test('shows a bulk change as one entry that lists its parts', async () => {
    const { Admin, Owner } = school.staff;
    const some = await Promise.all([applied(server, school), applied(server, school)]);
    const applicationIds = some.map(({ applicationId }) => applicationId);
    const action = { kind: 'status', status: 'CONTRACT SENT' } as const;
    const { body: started } = await Admin.call('startBulk', { body: { applicationIds, action } });
    await expect
      .poll(async () => (await Admin.call('getBulk', { params: { id: started._id } })).body.phase)
      .toBe('finished');
    const { body } = await Owner.call('listAudit', { query: { limit: '200' } });
    const row = body.find(({ documentId }) => documentId === started._id);
    expect(row).toMatchObject({
      type: 'BulkChangeStarted',
      bulk: { _id: started._id, applications: 2, isUndo: false },
      actor: { email: 'admin@audited-school.example' },
    });
    const isPart = ({ documentId, type }: { documentId: string; type: string }) =>
      applicationIds.includes(documentId) && type === 'StatusChanged';
    expect(body.filter(isPart)).toEqual([]);
    const parts = (await Owner.call('listAudit', { query: { within: started._id } })).body;
    expect(
      parts
        .filter(isPart)
        .map(({ documentId }) => documentId)
        .toSorted(),
    ).toEqual(applicationIds.toSorted());
    const [first = ''] = applicationIds;
    const ofOne = (await Owner.call('listAudit', { query: { documentId: first } })).body;
    expect(ofOne.filter(isPart)).toHaveLength(1);
    expect((await other.staff.Owner.call('listAudit', { query: { within: started._id } })).body).toEqual([]);
  });

  test('records downloads by those who read the list, without the search text', async () => {
    const { Admin, Owner } = school.staff;
    const filters = { kind: 'batch', exclude: 'kind', text: 'ada@example.com' };
    expect((await Admin.call('recordExport', { body: { list: 'audit', filters } })).status).toBe(200);
    const [entry] = (await Owner.call('listAudit', { query: { kind: 'export' } })).body;
    expect(entry).toMatchObject({ type: 'DataExported', actor: { email: 'admin@audited-school.example' } });
    expect(entry?.changes[0]?.after).toMatchObject({
      list: 'audit',
      filters: [
        { name: 'kind', value: 'batch', isExcluded: true },
        { name: 'text', value: null, isExcluded: false },
      ],
    });
    expect(JSON.stringify(entry)).not.toContain('ada@example.com');
    const { Viewer } = school.staff;
    for (const list of ['audit', 'constructor', '__proto__']) {
      expect((await Viewer.call('recordExport', { body: { list, filters: {} } })).status, list).toBe(403);
    }
    const ofApplications = { list: 'applications', filters: { rows: 12, asOf: '2026-03-01T09:00:00Z' } };
    expect((await Viewer.call('recordExport', { body: ofApplications })).status).toBe(200);
    const [byViewer] = (await Owner.call('listAudit', { query: { kind: 'export' } })).body;
    expect(byViewer).toMatchObject({ actor: { email: 'viewer@audited-school.example' } });
    expect(byViewer?.changes[0]?.after).toMatchObject({
      list: 'applications',
      filters: [
        { name: 'rows', value: '12' },
        { name: 'asOf', value: '2026-03-01T09:00:00Z' },
      ],
    });
    const { client } = await applied(server, school);
    expect((await client.call('recordExport', { body: ofApplications })).status).toBe(403);
  });

  test('says after an erasure that it happened, and nothing of whom', async () => {
    const { Owner } = school.staff;
    const { client, applicationId, email } = await applied(server, school);
    const { _id: userId } = (await client.call('getUser')).body;
    expect(JSON.stringify((await Owner.call('listAudit', { query: { documentId: applicationId } })).body)).toContain(
      email,
    );
    await Owner.call('erasePerson', { body: { email } });
    const { body } = await Owner.call('listAudit', { query: { documentId: applicationId } });
    expect(body.find(({ type }) => !type.startsWith('Email'))).toMatchObject({
      type: 'PersonalDataErased',
      actor: { email: 'owner@audited-school.example' },
      changes: [{ field: 'isErased', before: false, after: true }],
    });
    const history = (await Owner.call('getApplicationHistory', { params: { id: applicationId } })).body;
    const deeds = (entries: readonly { readonly type: string }[]) =>
      entries.map(({ type }) => type).filter((type) => !type.startsWith('Email'));
    expect(deeds(history)).toEqual(deeds(body).toReversed());
    for (const hidden of [email, 'Lovelace', userId]) expect(JSON.stringify([body, history])).not.toContain(hidden);
  });
});

test('every kind of event that decides something is in it', () => {
  const missing = EVENT_DEFINITIONS.map(({ type }) => type).filter((type) => !Object.hasOwn(audit.on, type));
  const noise = [
    'ActivityRecorded',
    'AnswersSaved',
    'BulkChangeProgressed',
    'BulkUndoProgressed',
    'NameReleased',
    'NameTaken',
    'PlaceClaimed',
  ];
  expect(missing.toSorted()).toEqual(noise);
});
