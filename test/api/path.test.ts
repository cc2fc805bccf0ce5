import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { betweenEvents } from '../support/between-events.ts';
import { answers, applied, createSchool, freshEmail, PASSWORD, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let school: School;
beforeAll(async () => {
  server = await startTestServer();
  school = await createSchool(server, 'path-school');
});
afterAll(() => server.close());

describe('someone applies, and staff work on it', () => {
  test('from the form to the history, every step is an event', async () => {
    const visitor = server.client();
    const email = freshEmail();
    const submitted = await visitor.call('submitApplication', {
      body: { batchId: school.batches.Open, ...answers(email), tracking: { source: 'LinkedIn' } },
    });
    expect(submitted.problem).toMatchObject({ status: 'NEW', email, firstName: 'Ada' });
    expect(visitor.cookies.has('claim')).toBe(true);
    const id = submitted.body._id;

    const user = await visitor.call('signup', { body: { email, password: PASSWORD } });
    expect(user.body).toMatchObject({ email, isCreator: false, orgRoles: [] });
    const own = await visitor.call('getApplication', { params: { id } });
    expect(own.body).toMatchObject({ userId: user.body._id });
    expect(own.body.trackingNumber).toBeGreaterThan(10_000);
    expect(own.body.steps).toEqual([
      { index: 0, isVisible: true, isComplete: false, isActive: true },
      { index: 1, isVisible: false, isComplete: false, isActive: false },
    ]);
    expect(own.body).not.toHaveProperty('adminComments');

    const saved = await visitor.call('changeApplication', {
      params: { id },
      body: { version: own.body.version, motivation: 'To build', city: 'Iloilo' },
    });
    expect(saved.body).toMatchObject({ motivation: 'To build', city: 'Iloilo' });
    expect(saved.body.steps?.[0]).toMatchObject({ isComplete: true });

    const { Owner } = school.staff;
    const listed = await Owner.call('listApplications', { query: { batchIds: school.batches.Open } });
    const row = listed.body.find(({ _id }) => _id === id);
    expect(row).toMatchObject({ motivation: 'To build', adminComments: [], adminAssignee: null });
    expect(row).not.toHaveProperty('userActivity');

    const between = await betweenEvents();
    const changed = await Owner.call('changeApplication', {
      params: { id },
      body: { version: row?.version ?? 0, status: 'INTERVIEW PENDING', adminComments: [{ message: 'Strong' }] },
    });
    expect(changed.body).toMatchObject({ status: 'INTERVIEW PENDING' });
    expect(changed.body.adminComments).toMatchObject([{ message: 'Strong', authorEmail: 'owner@path-school.example' }]);

    const history = await Owner.call('getApplicationHistory', { params: { id } });
    const told = history.body.map(({ type }) => type).filter((type) => type !== 'EmailDelivered');
    expect(told).toEqual(['ApplicationSubmitted', 'UserLinked', 'DetailsSaved', 'CommentAdded', 'StatusChanged']);
    const statusChange = history.body.find(({ type }) => type === 'StatusChanged');
    expect(statusChange).toMatchObject({
      actor: { kind: 'user', email: 'owner@path-school.example' },
      changes: [{ field: 'status', before: 'NEW', after: 'INTERVIEW PENDING' }],
    });

    const past = await Owner.call('getApplication', { params: { id }, query: { asOf: between } });
    expect(past.body).toMatchObject({ status: 'NEW', motivation: 'To build', adminComments: [] });
    const before = await Owner.call('getApplication', { params: { id }, query: { asOf: '2020-01-01T00:00:00Z' } });
    expect(before.status).toBe(404);
  });

  test('what a GET answered, sent back as a PUT, changes nothing', async () => {
    const { client, applicationId: id } = await applied(server, school);
    for (const person of [client, school.staff.Owner, school.staff.Admin]) {
      const read = await person.call('getApplication', { params: { id } });
      const put = await person.call('changeApplication', { params: { id }, body: read.body });
      expect(put.status, put.problem.message).toBe(200);
      const { body: history } = await school.staff.Owner.call('getApplicationHistory', { params: { id } });
      expect(history.map(({ type }) => type).filter((type) => type !== 'EmailDelivered')).toEqual([
        'ApplicationSubmitted',
        'UserLinked',
      ]);
      expect({ ...put.body, version: 0 }).toEqual({ ...read.body, version: 0 });
    }
  });

  test('hidden steps never leave the server for an applicant', async () => {
    const { client } = await applied(server, school);
    const json = await client.call('getProcess', { params: { id: school.processId } });
    const steps = JSON.parse(json.body).applicationDetailsSteps;
    expect(steps[0].title).toBe('About you');
    expect(steps[1]).toBeNull();
    expect(json.body).not.toContain('secret meeting place');
    const anyone = await server.client().call('getProcess', { params: { id: school.processId } });
    expect(Object.keys(JSON.parse(anyone.body))).toEqual(['label', 'requestSignup', 'applicationForm']);
  });
});
