import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Client } from '../support/client.ts';
import { type Applied, applied, createSchool, PROCESS, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let school: School;
let other: School;

beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'off' } });
  school = await createSchool(server, 'assessing');
  other = await createSchool(server, 'elsewhere');
});
afterAll(() => server.close());

const QUESTIONS = ['First', 'Second', 'Third'].map((prompt) => ({
  prompt,
  options: [{ value: 'yes', isCorrect: true }, { value: 'no' }],
}));

const create = async (body: object, { staff }: School = school) => {
  const created = await staff.Admin.call('createAssessment', { body: { name: 'Logic', ...body } });
  expect(created.status, created.problem.message).toBe(200);
  return created.body;
};
const offer = async (assessmentIds: readonly string[], batch = school.batches.Open, { staff }: School = school) =>
  expect(
    await staff.Admin.call('changeBatch', { params: { id: batch }, body: { assessmentIds: [...assessmentIds] } }),
  ).toMatchObject({ status: 200 });
const start = ({ client, applicationId }: Applied, assessmentId: string) =>
  client.call('startSolution', { body: { assessmentId, applicationId } });
const put = (client: Client, id: string, body: object) => client.call('changeSolution', { params: { id }, body });
const applicationOf = async ({ applicationId }: Applied) =>
  (await school.staff.Admin.call('getApplication', { params: { id: applicationId } })).body;

describe('assessments', () => {
  test('are written by Owner and Admin, read by Viewers, and nothing of them leaves the organization', async () => {
    const { Owner, Admin, Viewer } = school.staff;
    const quiz = await create({ questions: QUESTIONS, messagingSecretToken: 'hush-hush-hush-1234' });
    expect(quiz).toMatchObject({
      type: 'quiz',
      timeLimitMinutes: 60,
      questionCount: 3,
      messagingSecretToken: '••••1234',
    });
    const params = { id: quiz._id };
    expect(await Viewer.call('changeAssessment', { params, body: { name: 'X' } })).toMatchObject({ status: 403 });
    const read = await Viewer.call('getAssessment', { params });
    expect(read.body.questions?.[0]?.options[0]?.isCorrect).toBe(true);
    expect(read.body).not.toHaveProperty('messagingSecretToken');
    expect((await Owner.call('listAssessments')).body.map(({ _id }) => _id)).toContain(quiz._id);
    expect(await other.staff.Owner.call('getAssessment', { params })).toMatchObject({ status: 404 });
    expect(await server.client().call('getAssessment', { params })).toMatchObject({ status: 401 });

    const back = await Admin.call('changeAssessment', { params, body: quiz });
    expect(back.body).toEqual(quiz);
    const changed = await Admin.call('changeAssessment', {
      params,
      body: { messagingSecretToken: 'other-secret-9876', timeLimitMinutes: 5 },
    });
    expect(changed.body).toMatchObject({ messagingSecretToken: '••••9876', timeLimitMinutes: 5, questionCount: 3 });
  });

  test('are merged question by question where two authors work on one quiz', async () => {
    const { Owner, Admin } = school.staff;
    const quiz = await create({ questions: QUESTIONS });
    const params = { id: quiz._id };
    const [first, second, third] = quiz.questions ?? [];
    const mine = { ...quiz, questions: [{ ...first, prompt: 'Mine' }, second, third] };
    const theirs = { ...quiz, questions: [first, { ...second, details: 'Theirs' }] };
    expect(await Owner.call('changeAssessment', { params, body: mine })).toMatchObject({ status: 200 });
    const merged = await Admin.call('changeAssessment', { params, body: theirs });
    expect(merged.body.questions).toMatchObject([{ prompt: 'Mine' }, { details: 'Theirs' }]);
    expect(merged.body.questions).toHaveLength(2);
    const late = await Admin.call('changeAssessment', {
      params,
      body: { ...quiz, questions: [{ ...first, prompt: 'Also mine' }, second, third] },
    });
    expect(late).toMatchObject({ status: 409 });
  });

  test('that cannot be are refused with the field that is wrong', async () => {
    const { Admin } = school.staff;
    const refused = async (body: object, field: string) =>
      expect((await Admin.call('createAssessment', { body })).problem).toMatchObject({
        status: 422,
        errors: [{ field }],
      });
    await refused({}, 'name');
    await refused({ name: 'X', timeLimitMinutes: 0 }, 'timeLimitMinutes');
    await refused({ name: 'X', questions: [{ prompt: 'Y' }] }, 'questions');
    await refused({ name: 'X', externalAssessmentUrl: 'javascript:alert(1)' }, 'externalAssessmentUrl');
    const external = await create({ type: 'external' });
    expect(external).toMatchObject({ timeLimitMinutes: null, questionCount: 0 });
    const quiz = await create({});
    const asQuiz = { params: { id: quiz._id }, body: { timeLimitMinutes: null } };
    expect(await Admin.call('changeAssessment', asQuiz)).toMatchObject({ status: 422 });
  });

  test('of another organization are offered by no batch', async () => {
    const foreign = await create({ questions: QUESTIONS }, other);
    const params = { id: school.batches.Open };
    const body = { assessmentIds: [foreign._id] };
    expect((await school.staff.Admin.call('changeBatch', { params, body })).problem).toMatchObject({
      status: 422,
      message: TEXTS.batches.assessmentMissing,
    });
  });
});

describe('a quiz', () => {
  test('is seen by who is offered it, without what is right, its questions once the clock runs', async () => {
    const quiz = await create({ questions: QUESTIONS, messagingSecretToken: 'hush-hush-hush-1234' });
    const hidden = await create({ questions: QUESTIONS });
    await offer([quiz._id]);
    const applicant = await applied(server, school);
    const params = { id: quiz._id };
    const before = await applicant.client.call('getAssessment', { params });
    expect(before.body).toMatchObject({ name: 'Logic', questionCount: 3 });
    expect(before.body).not.toHaveProperty('questions');
    expect((await applicant.client.call('listAssessments')).body).toEqual([before.body]);
    expect(await applicant.client.call('getAssessment', { params: { id: hidden._id } })).toMatchObject({ status: 404 });

    await start(applicant, quiz._id);
    const during = await applicant.client.call('getAssessment', { params });
    expect(during.body.questions).toHaveLength(3);
    expect(JSON.stringify(during.body)).not.toMatch(/isCorrect|1234/);
    expect((await start(applicant, hidden._id)).problem).toMatchObject({
      status: 422,
      message: TEXTS.assessments.notOffered,
    });
  });

  test('is started, answered, submitted and scored by the server, and retaken', async () => {
    const quiz = await create({ questions: QUESTIONS, timeLimitMinutes: 30 });
    await offer([quiz._id]);
    const applicant = await applied(server, school);
    const { client } = applicant;
    const started = await start(applicant, quiz._id);
    expect(started.body).toMatchObject({ answers: [null, null, null], timeLimitMinutes: 30, submittedAt: null });
    expect((await start(applicant, quiz._id)).body).toEqual(started.body);
    const id = started.body._id;

    const half = await put(client, id, { ...started.body, answers: ['yes', 'no', null] });
    expect(half.body.answers).toEqual(['yes', 'no', null]);
    const early = await put(client, id, { ...half.body, submittedAt: new Date().toISOString(), score: 100 });
    expect(early.problem).toMatchObject({ status: 422, message: TEXTS.assessments.answerEveryQuestion });
    expect((await put(client, id, { answers: ['maybe'] })).problem).toMatchObject({
      status: 422,
      errors: [{ field: 'answers[0]' }],
    });
    // A tab that loaded no answers saves the third one.
    const whole = await put(client, id, { ...started.body, answers: [null, null, 'yes'] });
    expect(whole.body.answers).toEqual(['yes', 'no', 'yes']);
    const submitted = await put(client, id, { ...whole.body, submittedAt: '2020-01-01T00:00:00.000Z', score: 100 });
    expect(submitted.body).toMatchObject({ score: 66.67, isRetaken: false });
    expect(submitted.body.submittedAt).not.toBe('2020-01-01T00:00:00.000Z');
    expect((await put(client, id, submitted.body)).body).toEqual(submitted.body);
    expect((await put(client, id, { answers: ['no'] })).problem.message).toBe(TEXTS.assessments.isSubmitted);
    expect((await applicationOf(applicant)).assessmentScores).toEqual([{ score: 66.67 }]);
    expect((await start(applicant, quiz._id)).problem).toMatchObject({ status: 422 });

    expect((await put(client, id, { ...submitted.body, isRetaken: true })).body.isRetaken).toBe(true);
    expect((await applicationOf(applicant)).assessmentScores).toEqual([]);
    const next = await start(applicant, quiz._id);
    expect(next.body._id).not.toBe(id);
    const done = { answers: ['yes', 'yes', 'yes'], submittedAt: 'now' };
    expect((await put(client, next.body._id, done)).body.score).toBe(100);
    const query = { appId: applicant.applicationId };
    const all = await client.call('listSolutions', { query });
    expect(all.body.map(({ score, isRetaken }) => [score, isRetaken])).toEqual([
      [66.67, true],
      [100, false],
    ]);
    const current = await school.staff.Viewer.call('listSolutions', { query: { ...query, ignoreOutdated: 'true' } });
    expect(current.body.map(({ _id }) => _id)).toEqual([next.body._id]);
    expect(current.body[0]).not.toHaveProperty('submission');
  });

  test('keeps the questions and the limit of its start, whatever its authors do meanwhile', async () => {
    const quiz = await create({ questions: QUESTIONS.slice(0, 2), timeLimitMinutes: 30 });
    await offer([quiz._id]);
    const applicant = await applied(server, school);
    const started = await start(applicant, quiz._id);
    const questions = [{ prompt: 'New', options: [{ value: 'maybe', isCorrect: true }] }];
    const params = { id: quiz._id };
    const takers = () => school.staff.Admin.call('assessmentTakers', { params });
    expect((await takers()).body, 'its authors see how many are taking it').toEqual({ running: 1 });
    const edited = { version: quiz.version, questions, timeLimitMinutes: 1 };
    expect((await school.staff.Admin.call('changeAssessment', { params, body: edited })).body.questionCount).toBe(1);
    const seen = await applicant.client.call('getAssessment', { params });
    expect(seen.body.questions?.map(({ prompt }) => prompt)).toEqual(['First', 'Second']);
    const done = { answers: ['yes', 'no'], submittedAt: 'now' };
    const submitted = await put(applicant.client, started.body._id, done);
    expect(submitted.body).toMatchObject({ score: 50, timeLimitMinutes: 30 });
    expect((await takers()).body).toEqual({ running: 0 });
  });

  test('without a limit counts for its authors, beside another running one', async () => {
    const untimed = await create({ questions: QUESTIONS });
    const params = { id: untimed._id };
    await school.staff.Admin.call('changeAssessment', { params, body: { timeLimitMinutes: null } });
    const timed = await create({ questions: QUESTIONS });
    await offer([untimed._id, timed._id]);
    const applicants = [await applied(server, school), await applied(server, school)] as const;
    for (const applicant of applicants) expect((await start(applicant, untimed._id)).status).toBe(200);
    await start(applicants[0], timed._id);
    const takers = async (id: string) => (await school.staff.Admin.call('assessmentTakers', { params: { id } })).body;
    expect(await takers(untimed._id)).toEqual({ running: 2 });
    expect(await takers(timed._id)).toEqual({ running: 1 });
    expect(await takers((await create({}))._id)).toEqual({ running: 0 });
  });

  test('is only its applicant’s, and nothing happens on a locked application or in a Complete batch', async () => {
    const quiz = await create({ questions: QUESTIONS });
    await offer([quiz._id]);
    const applicant = await applied(server, school);
    const started = await start(applicant, quiz._id);
    const { Owner } = school.staff;
    const stranger = await applied(server, school);
    const params = { id: started.body._id };
    for (const [client, status] of [
      [Owner, 403],
      [stranger.client, 404],
      [other.staff.Owner, 404],
      [server.client(), 401],
    ] as const) {
      expect((await put(client, started.body._id, { answers: ['yes'] })).status).toBe(status);
      const body = { assessmentId: quiz._id, applicationId: applicant.applicationId };
      expect((await client.call('startSolution', { body })).status).toBe(status);
      expect((await client.call('getSolution', { params })).status).toBe(client === Owner ? 200 : status);
    }
    const withdraw = { params: { id: applicant.applicationId }, body: { status: 'WITHDRAWN' as const } };
    expect(await Owner.call('changeApplication', withdraw)).toMatchObject({ status: 200 });
    expect((await put(applicant.client, started.body._id, { answers: ['yes'] })).problem).toMatchObject({
      status: 422,
      message: TEXTS.applications.locked,
    });
    expect(await put(applicant.client, started.body._id, started.body)).toMatchObject({ status: 200 });
  });
});

test('steps wait for their assessments, and conditions count what has been handed in', async () => {
  const { Admin } = school.staff;
  const [one, two] = [await create({ questions: QUESTIONS }), await create({ questions: QUESTIONS })];
  const steps = [
    { title: 'Tests', assessmentIds: [one._id] },
    {
      title: 'More',
      assessmentIds: [two._id],
      visibilityCondition: {
        logicalOperator: 'AND',
        terms: [{ target: 'ASSESSMENTS_COMPLETE', operator: 'Greater than or equal', comparisonValue: 1 }],
      },
    },
  ];
  const json = JSON.stringify({ ...PROCESS, applicationDetailsSteps: steps });
  const process = await Admin.call('createProcess', { body: { json } });
  const body = { name: 'Tested', status: 'Open' as const, processId: process.body._id };
  const batch = await Admin.call('createBatch', { body });
  const applicant = await applied(server, { ...school, batches: { ...school.batches, Open: batch.body._id } });
  const stepsNow = async () => {
    const { body } = await applicant.client.call('getApplication', { params: { id: applicant.applicationId } });
    return body.steps?.map(({ isVisible, isComplete, isActive }) => ({ isVisible, isComplete, isActive }));
  };
  const offered = async () => (await applicant.client.call('listAssessments')).body.map(({ _id }) => _id);

  expect(await stepsNow()).toMatchObject([{ isComplete: false, isActive: true }, { isVisible: false }]);
  expect(await offered()).toEqual([one._id]);
  expect(await start(applicant, two._id)).toMatchObject({ status: 422 });
  const started = await start(applicant, one._id);
  await put(applicant.client, started.body._id, { answers: ['no', 'no', 'no'], submittedAt: 'now' });
  expect(await stepsNow()).toMatchObject([{ isComplete: true }, { isVisible: true, isActive: true }]);
  expect(await offered()).toEqual([one._id, two._id]);
  expect(await start(applicant, two._id)).toMatchObject({ status: 200 });

  const target = await Admin.call('createBatch', {
    body: { name: 'Target', status: 'Open', assessmentIds: [one._id] },
  });
  const moved = await Admin.call('changeApplication', {
    params: { id: applicant.applicationId },
    body: { status: 'TRANSFERRED', transferBatchId: target.body._id },
  });
  expect(moved.status).toBe(200);
  const appId = moved.body.transferredTo ?? '';
  const carried = await applicant.client.call('listSolutions', { query: { appId } });
  expect(carried.body).toMatchObject([{ assessmentId: one._id, score: 0, answers: ['no', 'no', 'no'] }]);
  const copy = await applicant.client.call('getApplication', { params: { id: appId } });
  expect(copy.body.assessmentScores).toEqual([{ score: 0 }]);
});

test('what a person has answered is in their export, and gone with them', async () => {
  const [quiz, running] = [await create({ questions: QUESTIONS }), await create({ questions: QUESTIONS })];
  await offer([quiz._id, running._id]);
  const applicant = await applied(server, school);
  const { client, applicationId } = applicant;
  const started = await start(applicant, quiz._id);
  await put(client, started.body._id, { answers: ['yes', 'no', 'yes'], submittedAt: 'now' });
  await start(applicant, running._id);
  const { body } = await client.call('exportMe');
  expect(body.applications[0]?.solutions).toMatchObject([{ answers: ['yes', 'no', 'yes'] }, { submittedAt: null }]);

  const { Owner } = school.staff;
  expect(await Owner.call('erasePerson', { body: { applicationId } })).toMatchObject({ status: 200 });
  const left = await Owner.call('listSolutions', { query: { appId: applicationId } });
  expect(left.body.map(({ answers, score }) => [answers, score])).toEqual([
    [[null, null, null], 66.67],
    [[null, null, null], null],
  ]);
  expect(await server.running.composition.readModels.timers.get(applicationId)).toBeUndefined();
  expect(await put(client, started.body._id, { isRetaken: true })).toMatchObject({ status: 404 });
});

test('a solution is also shown as it was', async () => {
  const quiz = await create({ questions: QUESTIONS });
  await offer([quiz._id]);
  const applicant = await applied(server, school);
  const started = await start(applicant, quiz._id);
  const params = { id: started.body._id };
  const saved = await put(applicant.client, params.id, { answers: ['yes'] });
  expect(saved.body.answers).toEqual(['yes', null, null]);
  const query = { asOf: started.body.startedAt };
  const then = await applicant.client.call('getSolution', { params, query });
  expect(then.body).toMatchObject({ version: started.body.version, answers: [null, null, null] });
  const before = { asOf: '2020-01-01T00:00:00.000Z' };
  expect(await applicant.client.call('getSolution', { params, query: before })).toMatchObject({ status: 404 });
});

test('another’s change of the same answer is a conflict that names it, and a repeated call changes nothing', async () => {
  const quiz = await create({ questions: QUESTIONS });
  await offer([quiz._id]);
  const applicant = await applied(server, school);
  const body = { assessmentId: quiz._id, applicationId: applicant.applicationId };
  const headers = { 'Idempotency-Key': 'once' };
  const started = await applicant.client.call('startSolution', { body, headers });
  expect((await applicant.client.call('startSolution', { body, headers })).body).toEqual(started.body);
  const id = started.body._id;
  await put(applicant.client, id, { ...started.body, answers: ['yes', null, null] });
  const clash = await put(applicant.client, id, { ...started.body, answers: ['no', null, null] });
  expect(clash.problem).toMatchObject({
    status: 409,
    message: TEXTS.documents.changedMeanwhile('the answer to question 1'),
    errors: [{ field: 'answers.0' }],
  });
  expect((await put(applicant.client, id, { version: 999, answers: [] })).status).toBe(400);
});
