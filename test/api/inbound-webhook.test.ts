import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ASSESSMENTS } from '../../commands/assessment/assessment-kind.ts';
import { createDocument } from '../../commands/documents/create-document.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import {
  type Applied,
  accepted,
  applied,
  createSchool,
  freshEmail,
  operatorContext,
  PASSWORD,
  type School,
} from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const SECRET = 'the provider’s own secret';

let server: TestServer;
let school: School;
let assessmentId: string;

beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'off' } });
  school = await createSchool(server, 'outside');
  const body = { name: 'Outside', type: 'external' as const, messagingSecretToken: SECRET };
  assessmentId = (await school.staff.Admin.call('createAssessment', { body })).body._id;
  const params = { id: school.batches.Open };
  await school.staff.Admin.call('changeBatch', { params, body: { assessmentIds: [assessmentId] } });
});
afterAll(() => server.close());

interface Sent {
  readonly organizationId?: string;
  readonly assessmentId?: string;
  readonly origin?: string;
}
async function report(content: unknown, sent: Sent = {}) {
  const query = new URLSearchParams({ organizationId: school.organizationId, assessmentId, ...withoutOrigin(sent) });
  const response = await fetch(`${server.url}/api/inbound-webhook?${query}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(sent.origin ? { Origin: sent.origin } : {}) },
    body: JSON.stringify({ content: typeof content === 'string' ? content : JSON.stringify(content) }),
  });
  return { status: response.status, body: (await response.json()) as { message: string } };
}
const withoutOrigin = ({ origin: _origin, ...query }: Sent) => query as Record<string, string>;
const completed = (userEmail: string, changes: object = {}) => ({
  source: 'provider',
  secretToken: SECRET,
  event: 'assignment.completed',
  userEmail,
  detailsUrl: 'https://provider.example/results/1',
  ...changes,
});
const offering = async (id: string): Promise<string> => {
  const body = { name: `Offers ${id}`, status: 'Open' as const, assessmentIds: [id] };
  return (await school.staff.Admin.call('createBatch', { body })).body._id;
};
const solutionsOf = async ({ client, applicationId }: Pick<Applied, 'client' | 'applicationId'>) =>
  (await client.call('listSolutions', { query: { appId: applicationId } })).body;

test('a result completes the solution of who has that email, once, from wherever it comes', async () => {
  const applicant = await applied(server, school);
  const told = await report(completed(` ${applicant.email.toUpperCase()}`), { origin: 'https://provider.example' });
  expect(told).toEqual({ status: 200, body: { message: TEXTS.assessments.resultReceived } });
  const solutions = await solutionsOf(applicant);
  expect(solutions).toMatchObject([
    { type: 'external', assessmentId, externalDetailsUrl: 'https://provider.example/results/1', score: null },
  ]);
  expect(solutions[0]?.submittedAt).not.toBeNull();
  const { body } = await school.staff.Admin.call('getApplication', { params: { id: applicant.applicationId } });
  expect(body.assessmentScores).toEqual([{ score: null }]);

  const again = await report(completed(applicant.email, { detailsUrl: 'https://provider.example/results/2' }));
  expect(again).toEqual({ status: 200, body: { message: TEXTS.assessments.resultKnown } });
  const other = await report(completed(applicant.email, { event: 'assignment.started' }));
  expect(other).toEqual({ status: 200, body: { message: TEXTS.assessments.resultKnown } });
  expect(await solutionsOf(applicant)).toEqual(solutions);
});

test('the email may be the account’s, too, and an unsafe details URL is left out', async () => {
  const client = server.client({ organizationId: school.organizationId });
  const accountEmail = freshEmail();
  await client.call('signup', { body: { email: accountEmail, password: PASSWORD } });
  const applicationBody = { batchId: school.batches.Open, email: accountEmail, firstName: 'A', lastName: 'B' };
  const { body } = await client.call('submitApplication', { body: applicationBody });
  const corrected = { params: { id: body._id }, body: { email: freshEmail() } };
  expect((await school.staff.Admin.call('changeApplication', corrected)).status).toBe(200);
  expect(await report(completed(accountEmail, { detailsUrl: 'javascript:alert(1)' }))).toMatchObject({ status: 200 });
  expect(await solutionsOf({ client, applicationId: body._id })).toMatchObject([{ externalDetailsUrl: null }]);
});

test('a result without an applicant, or for one who can no longer take it, is answered and recorded for staff', async () => {
  const { Admin } = school.staff;
  const before = (await Admin.call('getAssessment', { params: { id: assessmentId } })).body.version;
  const nobody = await report(completed(freshEmail()));
  expect(nobody).toEqual({ status: 200, body: { message: TEXTS.assessments.resultUnmatched } });

  const withdrawn = await applied(server, school);
  const params = { id: withdrawn.applicationId };
  await Admin.call('changeApplication', { params, body: { status: 'WITHDRAWN' } });
  expect((await report(completed(withdrawn.email))).body.message).toBe(TEXTS.assessments.resultUnmatched);
  expect(await solutionsOf(withdrawn)).toEqual([]);
  expect((await Admin.call('getAssessment', { params: { id: assessmentId } })).body.version).toBe(before + 2);
});

test('a wrong secret, an unknown assessment and one that takes no reports are refused alike', async () => {
  const applicant = await applied(server, school);
  const { body: quiz } = await school.staff.Admin.call('createAssessment', {
    body: { name: 'Quiz', messagingSecretToken: SECRET },
  });
  const { body: silent } = await school.staff.Admin.call('createAssessment', {
    body: { name: 'Silent', type: 'external' },
  });
  const other = await createSchool(server, 'other-outside');
  const refusals = [
    await report(completed(applicant.email, { secretToken: 'wrong' })),
    await report(completed(applicant.email, { secretToken: undefined })),
    await report(completed(applicant.email, { secretToken: { $ne: null } })),
    await report(completed(applicant.email), { assessmentId: 'unknown' }),
    await report(completed(applicant.email), { assessmentId: quiz._id }),
    await report(completed(applicant.email, { secretToken: '' }), { assessmentId: silent._id }),
    await report(completed(applicant.email), { organizationId: other.organizationId }),
  ];
  for (const refusal of refusals) expect(refusal).toEqual(refusals[0]);
  expect(refusals[0]).toMatchObject({ status: 403, body: { message: TEXTS.assessments.senderRefused } });
  expect(await solutionsOf(applicant)).toEqual([]);
});

test.each(['', 'no JSON', '[]', '"text"', 'null'])('content %j is malformed', async (content) => {
  expect(await report(content)).toMatchObject({ status: 400 });
});

test('a report with NUL in it is refused by its field', async () => {
  const hostile = completed(`a\0${freshEmail()}`, { detailsUrl: 'https://provider.example/\0' });
  expect(await report(hostile)).toMatchObject({ status: 422, body: { errors: [{ field: 'userEmail' }] } });
});

test('who has a result starts nothing, and may be reported anew once they retake it', async () => {
  const applicant = await applied(server, school);
  const { client, applicationId } = applicant;
  const start = await client.call('startSolution', { body: { applicationId, assessmentId } });
  expect(start.problem).toMatchObject({ status: 422, message: TEXTS.assessments.takenElsewhere });
  await report(completed(applicant.email));
  const [first] = await solutionsOf(applicant);
  await client.call('changeSolution', { params: { id: first?._id ?? '' }, body: { isRetaken: true } });
  expect((await report(completed(applicant.email))).body.message).toBe(TEXTS.assessments.resultReceived);
  expect((await solutionsOf(applicant)).map(({ isRetaken }) => isRetaken)).toEqual([true, false]);
});

test('a test says what would happen to a result, and records nothing', async () => {
  const applicant = await applied(server, school);
  const { log } = server.running.composition;
  const { Admin } = school.staff;
  const tested = async (content: object) => {
    const params = { id: assessmentId };
    return (await Admin.call('testReport', { params, body: { content: JSON.stringify(content) } })).body;
  };
  const masked = (await Admin.call('getAssessment', { params: { id: assessmentId } })).body.messagingSecretToken;
  const noted = async () => (await log.readStream(`assessment-${assessmentId}`)).length;
  const before = await noted();
  expect(await tested(completed(applicant.email, { secretToken: masked }))).toEqual({
    arrived: {
      source: 'provider',
      event: 'assignment.completed',
      userEmail: applicant.email,
      detailsUrl: 'https://provider.example/results/1',
    },
    isSecretRight: true,
    applicationId: applicant.applicationId,
    message: TEXTS.assessments.resultReceived,
  });
  const wrong = { isSecretRight: false, applicationId: null, message: TEXTS.assessments.senderRefused };
  expect(await tested(completed(applicant.email, { secretToken: 'guessed' }))).toMatchObject(wrong);
  const { resultUnmatched, resultKnown } = TEXTS.assessments;
  expect(await tested(completed(freshEmail()))).toMatchObject({ applicationId: null, message: resultUnmatched });
  expect(await tested(completed(applicant.email, { event: 'opened' }))).toMatchObject({ message: resultKnown });
  expect(await noted()).toBe(before);
  expect(await solutionsOf(applicant)).toEqual([]);
});

test('staff see the last calls with their answers, and a flood of wrong ones neither grows nor displaces anything', async () => {
  const { Admin, Viewer } = school.staff;
  const body = { name: 'Connected', type: 'external' as const, messagingSecretToken: SECRET };
  const { _id: id } = (await Admin.call('createAssessment', { body })).body;
  const arrived = async () => (await Admin.call('providerCalls', { params: { id } })).body;
  expect(await arrived()).toEqual([]);
  const applicant = await applied(server, { ...school, batches: { ...school.batches, Open: await offering(id) } });
  const wrong = completed(applicant.email, { secretToken: 'guessed' });
  for (let n = 0; n < 12; n += 1) expect((await report(wrong, { assessmentId: id })).status).toBe(403);
  await expect.poll(arrived).toMatchObject([{ isAccepted: false, answer: TEXTS.assessments.senderRefused }]);
  await report(completed(applicant.email), { assessmentId: id });
  await expect.poll(async () => (await arrived()).length).toBe(2);
  expect((await arrived())[0]).toMatchObject({
    isAccepted: true,
    answer: TEXTS.assessments.resultReceived,
    applicationId: applicant.applicationId,
  });
  for (let n = 0; n < 14; n += 1) await report(completed(freshEmail()), { assessmentId: id });
  await expect.poll(async () => (await arrived()).filter(({ isAccepted }) => isAccepted).length).toBe(10);
  const shown = await arrived();
  expect(shown).toHaveLength(11);
  expect(shown.at(-1)).toMatchObject({ isAccepted: false });
  expect(JSON.stringify(shown)).not.toContain('@');
  expect((await Viewer.call('providerCalls', { params: { id } })).status).toBe(403);
});

test('calls about an unknown assessment, or with another organization, are stored nowhere', async () => {
  const other = await createSchool(server, 'third-outside');
  const calls = server.running.composition.environment.vault.collection({ name: 'providerCalls', indexes: [] });
  const before = await calls.count({});
  const { body: quiz } = await school.staff.Admin.call('createAssessment', { body: { name: 'Quiz' } });
  const { body: fresh } = await school.staff.Admin.call('createAssessment', {
    body: { name: 'Fresh', type: 'external' },
  });
  await report(completed(freshEmail()), { assessmentId: 'unknown' });
  await report(completed(freshEmail()), { assessmentId: quiz._id });
  await report(completed(freshEmail()), { assessmentId: fresh._id, organizationId: other.organizationId });
  await report(completed(freshEmail()), { assessmentId: fresh._id });
  await expect.poll(() => calls.count({})).toBe(before + 1);
});

describe('the secret of a provider', () => {
  test('has at least 16 characters when it is set; an older, shorter one stays valid', async () => {
    const { Admin } = school.staff;
    const body = { name: 'Short', type: 'external' as const, messagingSecretToken: '0123456789abcde' };
    const refused = await Admin.call('createAssessment', { body });
    const errors = [{ field: 'messagingSecretToken', message: TEXTS.assessments.secretTooShort }];
    expect(refused.problem).toMatchObject({ status: 422, errors });
    for (const [secret, message] of [
      ['\u200b'.repeat(16), TEXTS.secrets.hasUnseen],
      ['0123456789abcdef\u200b0', TEXTS.secrets.hasUnseen],
      ['\u2800'.repeat(16), TEXTS.secrets.hasUnseen],
      ['•'.repeat(16), TEXTS.secrets.isMasked],
      ['••••0123456789abcdef', TEXTS.secrets.isMasked],
      ['0123456 789 abcde', TEXTS.assessments.secretTooShort],
    ] as const) {
      const { problem } = await Admin.call('createAssessment', { body: { ...body, messagingSecretToken: secret } });
      expect(problem, JSON.stringify(secret)).toMatchObject({
        status: 422,
        errors: [{ field: 'messagingSecretToken', message }],
      });
    }
    const { body: made } = await Admin.call('createAssessment', {
      body: { ...body, messagingSecretToken: '0123456789abcdef' },
    });
    expect(made.messagingSecretToken).toBe('••••cdef');

    const { environment } = server.running.composition;
    const { organizationId } = school;
    await environment.secrets.put('of-earlier-times', 'old', organizationId);
    const details = { name: 'Earlier', type: 'external' as const, messagingSecretId: 'of-earlier-times' };
    const context = { ...operatorContext(server), organizationId };
    const created = await createDocument(environment, ASSESSMENTS, { organizationId, details }, context);
    const { id, position } = accepted(created);
    await server.running.composition.engine.waitFor(position);
    const change = (sent: object) => Admin.call('changeAssessment', { params: { id }, body: sent });
    const { body: read } = await Admin.call('getAssessment', { params: { id } });
    expect((await change(read)).body).toEqual(read);
    expect((await change({ messagingSecretToken: 'old' })).body).toEqual(read);
    expect((await change({ messagingSecretToken: 'new' })).problem).toMatchObject({ status: 422, errors });
    expect((await change({ messagingSecretToken: SECRET })).body.messagingSecretToken).toBe('••••cret');
  });
});

describe('guesses at a secret', () => {
  test('are delayed after ten from one address, with the same answer, and a correct secret is still accepted', async () => {
    const limited = await startTestServer();
    try {
      const { staff, organizationId } = await createSchool(limited, 'guessed');
      const body = { name: 'Outside', type: 'external' as const, messagingSecretToken: SECRET };
      const { _id: id } = (await staff.Admin.call('createAssessment', { body })).body;
      const send = async (secretToken: string) => {
        const query = new URLSearchParams({ organizationId, assessmentId: id });
        const from = performance.now();
        const response = await fetch(`${limited.url}/api/inbound-webhook?${query}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ content: JSON.stringify(completed(freshEmail(), { secretToken })) }),
        });
        const { message } = (await response.json()) as { message: string };
        return { status: response.status, message, isLate: performance.now() - from >= 900 };
      };
      const refused = { status: 403, message: TEXTS.assessments.senderRefused };
      for (let n = 0; n < 10; n += 1) expect(await send(`guess ${n}`)).toMatchObject(refused);
      const [wrong, right] = await Promise.all([send('one more guess'), send(SECRET)]);
      expect(wrong).toEqual({ ...refused, isLate: true });
      expect(right).toEqual({ status: 200, message: TEXTS.assessments.resultUnmatched, isLate: true });
    } finally {
      await limited.close();
    }
  });
});
