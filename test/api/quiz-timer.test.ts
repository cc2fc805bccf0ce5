import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { TEXTS } from '../../domain/text/texts.ts';
import { SAMPLE_FILES } from '../support/sample-files.ts';
import { applied, createSchool, type School, signedIn } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const MINUTE_MS = 60_000;

let server: TestServer;
let school: School;
let ahead = 0;
const now = () => Date.now() + ahead;

beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'off' }, now });
  school = await createSchool(server, 'timed');
});
afterAll(() => server.close());

async function startedQuiz() {
  const questions = ['First', 'Second'].map((prompt) => ({
    prompt,
    options: [{ value: 'yes', isCorrect: true }, { value: 'no' }],
  }));
  const { Admin } = school.staff;
  const body = { name: 'Timed', questions, timeLimitMinutes: 10 };
  const { _id: assessmentId } = (await Admin.call('createAssessment', { body })).body;
  await Admin.call('changeBatch', { params: { id: school.batches.Open }, body: { assessmentIds: [assessmentId] } });
  const applicant = await applied(server, school);
  const { client, applicationId } = applicant;
  const started = await client.call('startSolution', { body: { assessmentId, applicationId } });
  return { ...applicant, assessmentId, started: started.body, params: { id: started.body._id } };
}

const eventsOf = async (applicationId: string) =>
  (await server.running.composition.log.readStream(`solution-${applicationId}`)).map(({ type }) => type);

test('after the limit and its grace answers are refused, and the timer submits what was saved', async () => {
  const { client, params, applicationId } = await startedQuiz();
  await client.call('changeSolution', { params, body: { answers: ['yes', null] } });
  ahead += 10 * MINUTE_MS + 6000;
  const late = await client.call('changeSolution', { params, body: { answers: ['yes', 'yes'] } });
  expect(late.status).toBe(422);
  expect([TEXTS.assessments.timeIsUp, TEXTS.assessments.isSubmitted]).toContain(late.problem.message);
  const ended = await vi.waitUntil(
    async () => {
      const { body } = await client.call('getSolution', { params });
      return body.submittedAt !== null && body;
    },
    { timeout: 20_000, interval: 50 },
  );
  expect(ended).toMatchObject({ answers: ['yes', null], score: 50, isLate: false });
  expect(await eventsOf(applicationId)).toEqual(['SolutionStarted', 'AnswersSaved', 'SolutionSubmitted']);
});

test('an answer holds the time of the clock that ends a quiz, so that its page counts down by it', async () => {
  const { client, params } = await startedQuiz();
  ahead += 3 * MINUTE_MS;
  const { headers } = await client.call('getSolution', { params });
  expect(Math.abs(Date.parse(headers.get('date') ?? '') - now())).toBeLessThan(MINUTE_MS);
});

test('a project is also accepted after its limit, marked as late', async () => {
  const { Admin } = school.staff;
  const body = { name: 'Build it', type: 'project' as const, timeLimitMinutes: 10 };
  const { _id: assessmentId } = (await Admin.call('createAssessment', { body })).body;
  await Admin.call('changeBatch', { params: { id: school.batches.Open }, body: { assessmentIds: [assessmentId] } });
  const { client, applicationId } = await applied(server, school);
  const started = await client.call('startSolution', { body: { assessmentId, applicationId } });
  expect(started.body.dueAt).not.toBeNull();
  ahead += 11 * MINUTE_MS;
  const file = new File([SAMPLE_FILES.pdf], 'late.pdf');
  const params = { id: started.body._id };
  const target = { targetType: 'solution', targetId: params.id, uploadType: 'submission' };
  expect((await client.call('upload', { body: { ...target, file } })).status).toBe(200);
  const { body: late } = await client.call('getSolution', { params });
  expect(late).toMatchObject({ isLate: true, score: null, submission: { fileName: 'late.pdf' } });
  expect(late.submittedAt).not.toBeNull();
});

test('with the server stopped over the deadline, the quiz is submitted once, with the saved answers', async () => {
  const { email, params, applicationId, client, started } = await startedQuiz();
  await client.call('changeSolution', { params, body: { answers: ['no', 'yes'] } });
  expect(started.dueAt).not.toBeNull();
  ahead += 60 * MINUTE_MS;
  server = await server.restart();
  const again = await signedIn(server, email, school.organizationId);
  const ended = await vi.waitUntil(
    async () => {
      const { body } = await again.call('getSolution', { params });
      return body.submittedAt !== null && body;
    },
    { timeout: 20_000, interval: 50 },
  );
  expect(ended).toMatchObject({ answers: ['no', 'yes'], score: 50 });
  // A restart does not end the quiz again.
  server = await server.restart();
  const { engine, readModels } = server.running.composition;
  await engine.whenReady();
  expect(await readModels.timers.get(applicationId)).toBeUndefined();
  expect(await eventsOf(applicationId)).toEqual(['SolutionStarted', 'AnswersSaved', 'SolutionSubmitted']);
});
