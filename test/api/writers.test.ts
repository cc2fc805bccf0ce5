import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TEXTS } from '../../domain/text/texts.ts';
import { answers, applied, createSchool, freshEmail, PROCESS, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let school: School;
beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'off' } });
  school = await createSchool(server, 'writers-school');
});
afterAll(() => server.close());

const typesOf = async (id: string) => {
  const { body } = await school.staff.Owner.call('getApplicationHistory', { params: { id } });
  return body.map(({ type }) => type).filter((type) => type !== 'EmailDelivered');
};

describe('two people on one application', () => {
  test('changes to different fields from the same version both succeed, also without a version', async () => {
    const { client, applicationId: id } = await applied(server, school);
    const { Owner, Admin } = school.staff;
    const { version } = (await Owner.call('getApplication', { params: { id } })).body;
    const answered = [
      ...(await Promise.all([
        Owner.call('changeApplication', { params: { id }, body: { version, status: 'DECISION PENDING' } }),
        Admin.call('changeApplication', { params: { id }, body: { version, interviewer: 'Mia' } }),
      ])),
      ...(await Promise.all([
        client.call('changeApplication', {
          params: { id },
          body: { version, motivation: 'To build', city: 'Cebu' },
        }),
        Admin.call('changeApplication', { params: { id }, body: { adminComments: [{ message: 'Nice' }] } }),
      ])),
    ];
    expect(answered.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { body } = await Owner.call('getApplication', { params: { id } });
    expect(body).toMatchObject({ status: 'DECISION PENDING', interviewer: 'Mia', city: 'Cebu' });
    expect(body.adminComments).toMatchObject([{ message: 'Nice' }]);
  });

  test('the same field is a conflict that names it; the same value is none', async () => {
    const { applicationId: id } = await applied(server, school);
    const { Owner, Admin } = school.staff;
    const { version } = (await Owner.call('getApplication', { params: { id } })).body;
    await Owner.call('changeApplication', { params: { id }, body: { version, status: 'DECISION PENDING' } });
    const other = await Admin.call('changeApplication', { params: { id }, body: { version, status: 'WITHDRAWN' } });
    expect(other.status).toBe(409);
    expect(other.problem.errors).toMatchObject([{ field: 'status' }]);
    const same = await Admin.call('changeApplication', {
      params: { id },
      body: { version, status: 'DECISION PENDING' },
    });
    expect(same.status).toBe(200);
  });

  test('all differences of one PUT are taken, or none', async () => {
    const { applicationId: id } = await applied(server, school);
    const answer = await school.staff.Owner.call('changeApplication', {
      params: { id },
      body: { interviewer: 'Mia', status: 'TRANSFERRED', transferBatchId: school.batches.Closed },
    });
    expect(answer.status).toBe(422);
    expect(answer.problem.message).toBe(TEXTS.applications.transferTargetMissing);
    const { body } = await school.staff.Owner.call('getApplication', { params: { id } });
    expect(body).not.toHaveProperty('interviewer');
  });

  test('comments come by element: adding one leaves the others, leaving one out deletes it', async () => {
    const { applicationId: id } = await applied(server, school);
    const { Owner } = school.staff;
    const put = async (body: object) => (await Owner.call('changeApplication', { params: { id }, body })).body;
    const first = await put({ adminComments: [{ message: 'One' }] });
    const second = await put({ adminComments: [{ message: 'Two' }] });
    expect(second.adminComments?.map(({ message }) => message)).toEqual(['One', 'Two']);
    const { version } = second;
    const third = await put({ version, adminComments: first.adminComments ?? [] });
    expect(third.adminComments?.map(({ message }) => message)).toEqual(['One']);
  });

  test('32 people in a hurry who change different things are all answered, and nothing is lost', async () => {
    const { applicationId: id } = await applied(server, school);
    const { Owner } = school.staff;
    const { version } = (await Owner.call('getApplication', { params: { id } })).body;
    const answered = await Promise.all(
      Array.from({ length: 32 }, (_, n) =>
        Owner.call('changeApplication', {
          params: { id },
          body: { version, adminComments: [{ message: `Note ${n}` }] },
        }),
      ),
    );
    expect(answered.map(({ status }) => status)).toEqual(Array(32).fill(200));
    const { body } = await Owner.call('getApplication', { params: { id } });
    expect(body.adminComments?.map(({ message }) => message).toSorted()).toEqual(
      Array.from({ length: 32 }, (_, n) => `Note ${n}`).toSorted(),
    );
  });

  test('32 writers with one version on one field: one succeeds, the rest conflict', async () => {
    const { applicationId: id } = await applied(server, school);
    const { Owner } = school.staff;
    const { version } = (await Owner.call('getApplication', { params: { id } })).body;
    const answered = await Promise.all(
      Array.from({ length: 32 }, (_, n) =>
        Owner.call('changeApplication', { params: { id }, body: { version, interviewer: `Writer ${n}` } }),
      ),
    );
    const statuses = answered.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(31);
    expect((await typesOf(id)).filter((type) => type === 'DetailsSaved')).toHaveLength(1);
  });
});

describe('once is once', () => {
  test('100 simultaneous submissions for one email and batch: exactly one application', async () => {
    const email = freshEmail();
    const body = { batchId: school.batches.Open, ...answers(email) };
    const answered = await Promise.all(
      Array.from({ length: 100 }, () => server.client().call('submitApplication', { body })),
    );
    const taken = answered.filter(({ status }) => status === 200);
    expect(taken).toHaveLength(1);
    for (const { status, problem } of answered.filter((answer) => !taken.includes(answer))) {
      expect([status, problem.message]).toEqual([409, TEXTS.enroll.duplicate]);
    }
    const { body: rows } = await school.staff.Owner.call('listApplications');
    expect(rows.filter((row) => row.email === email)).toHaveLength(1);
  });

  test('100 retries under one Idempotency-Key: one effect, the same answer', async () => {
    const { applicationId: id } = await applied(server, school);
    const { Owner } = school.staff;
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const send = () =>
      Owner.call('changeApplication', { params: { id }, body: { adminComments: [{ message: 'Once' }] }, headers });
    const [first, ...rest] = [
      ...(await Promise.all(Array.from({ length: 50 }, send))),
      ...(await Promise.all(Array.from({ length: 50 }, send))),
    ];
    for (const { status, body } of rest) {
      expect(status).toBe(200);
      expect(body.adminComments).toEqual(first?.body.adminComments);
    }
    expect((await typesOf(id)).filter((type) => type === 'CommentAdded')).toHaveLength(1);

    const other = await Owner.call('changeApplication', {
      params: { id },
      body: { adminComments: [{ message: 'Something else' }] },
      headers,
    });
    expect(other.status).toBe(422);
  });

  test('a repeated submission, batch or process is answered with what the first one made', async () => {
    const key = () => ({ 'Idempotency-Key': crypto.randomUUID() });
    const { Owner } = school.staff;
    const application = { body: { batchId: school.batches.Open, ...answers(freshEmail()) }, headers: key() };
    const batch = { body: { name: 'Once', slug: `once-${Date.now()}` }, headers: key() };
    const process = { body: { json: JSON.stringify(PROCESS) }, headers: key() };
    const visitor = server.client();
    const twice = [
      [await visitor.call('submitApplication', application), await visitor.call('submitApplication', application)],
      [await Owner.call('createBatch', batch), await Owner.call('createBatch', batch)],
      [await Owner.call('createProcess', process), await Owner.call('createProcess', process)],
    ] as const;
    for (const [first, second] of twice) {
      expect([first.status, second.status], second.problem.message).toEqual([200, 200]);
      expect(second.body._id).toBe(first.body._id);
    }
  });

  test('an answer holds the position of its write, and a reader may wait for it', async () => {
    const { client, applicationId: id } = await applied(server, school);
    const changed = await client.call('changeApplication', {
      params: { id },
      body: { motivation: 'To build', city: 'Davao' },
    });
    const position = changed.headers.get('x-position') ?? '';
    expect(position).toMatch(/^0x[0-9a-f]{32}$/);
    expect(changed.headers.has('x-read-model')).toBe(false);
    const read = await client.call('getApplication', { params: { id }, headers: { 'X-Min-Position': position } });
    expect(read.body).toMatchObject({ city: 'Davao' });
  });
});

describe('who applies to what', () => {
  test('a Draft, Closed or Complete batch takes no application', async () => {
    for (const status of ['Draft', 'Closed', 'Complete'] as const) {
      const answer = await server.client().call('submitApplication', {
        body: { batchId: school.batches[status], ...answers(freshEmail()) },
      });
      expect([answer.status, answer.problem.message]).toEqual([422, TEXTS.enroll.notAccepting]);
    }
  });

  test('required answers are required', async () => {
    const answer = await server.client().call('submitApplication', {
      body: { batchId: school.batches.Open, email: freshEmail(), firstName: 'Ada' },
    });
    expect(answer.status).toBe(422);
    expect(answer.problem.message).toBe(TEXTS.forms.requiredMissing);
    expect(answer.problem.errors).toMatchObject([{ field: 'lastName' }]);
  });

  test('CANCELLED releases the place, and coming back is refused while another lives there', async () => {
    const { Owner } = school.staff;
    const { email, applicationId: id } = await applied(server, school);
    await Owner.call('changeApplication', { params: { id }, body: { status: 'CANCELLED' } });
    const again = await server.client().call('submitApplication', {
      body: { batchId: school.batches.Open, ...answers(email) },
    });
    expect(again.status).toBe(200);
    expect(again.body._id).not.toBe(id);
    const back = await Owner.call('changeApplication', { params: { id }, body: { status: 'NEW' } });
    expect(back.status).toBe(409);
  });

  test('what an applicant may not set is ignored, never stored', async () => {
    const { client, applicationId: id } = await applied(server, school);
    const answer = await client.call('changeApplication', {
      params: { id },
      body: {
        status: 'COMPLETE',
        rating: '10',
        interviewer: 'me',
        adminComments: [{ message: 'Take me' }],
        trackingNumber: 1,
        organizationId: 'elsewhere',
        createdAt: '2000-01-01T00:00:00.000Z',
        unknown: 'x',
      },
    });
    expect(answer.status).toBe(200);
    const { body } = await school.staff.Owner.call('getApplication', { params: { id } });
    expect(body).toMatchObject({ status: 'NEW', adminComments: [], organizationId: school.organizationId });
    for (const name of ['rating', 'interviewer', 'unknown']) expect(body).not.toHaveProperty(name);
  });

  test('a Viewer sees neither comments, assignee and plan nor admin-only fields', async () => {
    const { applicationId: id } = await applied(server, school);
    await school.staff.Owner.call('changeApplication', {
      params: { id },
      body: { rating: '9', interviewer: 'Mia', adminComments: [{ message: 'Hidden' }] },
    });
    for (const { body } of [
      await school.staff.Viewer.call('getApplication', { params: { id } }),
      { body: (await school.staff.Viewer.call('listApplications')).body.find(({ _id }) => _id === id) },
    ]) {
      expect(body).toMatchObject({ interviewer: 'Mia' });
      for (const name of ['rating', 'adminComments', 'adminAssignee', 'selectedPaymentModelId', 'userActivity']) {
        expect(body).not.toHaveProperty(name);
      }
    }
    const refused = await school.staff.Viewer.call('changeApplication', { params: { id }, body: { interviewer: 'x' } });
    expect(refused.status).toBe(403);
  });

  test('a transfer makes a copy in the other batch, with a comment on both', async () => {
    const { Owner } = school.staff;
    const target = await Owner.call('createBatch', {
      body: { name: 'Java', status: 'Open', processId: school.processId },
    });
    const { applicationId: id, client } = await applied(server, school);
    const moved = await Owner.call('changeApplication', {
      params: { id },
      body: { status: 'TRANSFERRED', transferBatchId: target.body._id },
    });
    expect(moved.body).toMatchObject({ status: 'TRANSFERRED', transferredTo: expect.any(String) });
    expect(moved.body.adminComments?.at(-1)?.message).toBe('Student transferred to Java');
    const copy = await Owner.call('getApplication', { params: { id: String(moved.body.transferredTo) } });
    expect(copy.body).toMatchObject({ status: 'NEW', batchId: target.body._id, transferredFrom: id, firstName: 'Ada' });
    expect(copy.body.adminComments?.at(-1)?.message).toBe('Transferred from Open batch');
    const own = await client.call('listApplications');
    expect(own.body.map(({ _id }) => _id).sort()).toEqual([id, copy.body._id].sort());
  });

  test("an applicant's activity is noted, staff's is not, and a locked application takes none", async () => {
    const { client, applicationId } = await applied(server, school);
    const { Owner } = school.staff;
    const timestamp = '2026-01-02T03:04:05.000Z';
    const body = { applicationId, activityEntries: [{ action: 'VIEW_APPLICATION' as const, timestamp }] };
    const noted = await client.call('recordActivity', { body });
    expect(noted.body.activityEntries).toEqual([{ action: 'VIEW_APPLICATION', actionDetails: null, timestamp }]);
    expect((await Owner.call('recordActivity', { body })).body.activityEntries).toEqual([]);
    const seen = await Owner.call('getApplication', { params: { id: applicationId } });
    expect(seen.body.userActivity?.activityEntries).toHaveLength(1);
    expect(seen.body.lastSeenAt).toEqual(expect.any(String));
    await Owner.call('changeApplication', { params: { id: applicationId }, body: { status: 'WITHDRAWN' } });
    expect((await client.call('recordActivity', { body })).status).toBe(422);
    expect(
      (await client.call('changeApplication', { params: { id: applicationId }, body: { city: 'X' } })).status,
    ).toBe(422);
  });
});
