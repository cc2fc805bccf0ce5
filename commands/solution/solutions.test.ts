import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SYSTEM } from '../../domain/access/actor.ts';
import { application } from '../../domain/application/application.ts';
import { NO_TRACKING } from '../../domain/application/events.ts';
import { batch } from '../../domain/batch/batch.ts';
import { solution } from '../../domain/solution/solution.ts';
import {
  type CommandEnvironment,
  contextBy,
  must,
  openCommandEnvironment,
  person,
} from '../../test/support/command-environment.ts';
import { ASSESSMENTS } from '../assessment/assessment-kind.ts';
import { createDocument } from '../documents/create-document.ts';
import { handle, load } from '../handling/handle.ts';
import { changeSolution } from './change-solution.ts';
import { copySolutions } from './copy-solutions.ts';
import { endQuiz } from './end-quiz.ts';
import { startSolution } from './start-solution.ts';

const MINUTE_MS = 60_000;
const applicant = contextBy(person('applicant')).actor;

let environment: CommandEnvironment;
beforeAll(async () => {
  environment = await openCommandEnvironment();
});
afterAll(() => environment[Symbol.asyncDispose]());

async function aQuiz(): Promise<string> {
  const options = [{ value: 'yes', isCorrect: true }, { value: 'no' }];
  const details = { name: 'Logic', timeLimitMinutes: 10, questions: [{ prompt: 'One?', options }] };
  const created = createDocument(environment, ASSESSMENTS, { organizationId: 'org', details }, contextBy(SYSTEM));
  return (await must(created)).id;
}

async function offering(assessmentIds: readonly string[]): Promise<string> {
  const batchId = await environment.createBatch({ name: randomUUID() });
  const changes = { assessmentIds: [...assessmentIds] };
  const command = { type: 'ChangeDetails', data: { changes } } as const;
  await must(handle(environment, batch, batchId, [command], contextBy(SYSTEM)));
  return batchId;
}

async function applicationTo(batchId: string): Promise<string> {
  const id = randomUUID();
  const place = { organizationId: 'org', batchId, trackingNumber: 1, tracking: NO_TRACKING, userId: 'applicant' };
  const data = { ...place, email: 'ana@example.com', values: {} };
  await must(handle(environment, application, id, [{ type: 'SubmitApplication', data }], contextBy(applicant)));
  return id;
}

const start = async (applicationId: string, assessmentId: string, at?: string) =>
  (await must(startSolution(environment, { applicationId, assessmentId }, contextBy(applicant, at ? { at } : {}))))
    .solutionId;
const typesOf = async (applicationId: string) =>
  (await load(environment, solution, applicationId)).events.map(({ type }) => type);

test('a quiz that several processes end at once is submitted once', async () => {
  const quiz = await aQuiz();
  const applicationId = await applicationTo(await offering([quiz]));
  const at = new Date(Date.now() - 11 * MINUTE_MS).toISOString();
  const solutionId = await start(applicationId, quiz, at);
  const submit = () =>
    changeSolution(environment, { solutionId, payload: { submittedAt: 'now' } }, contextBy(applicant));
  await Promise.all([endQuiz(environment, solutionId), endQuiz(environment, solutionId), submit(), submit()]);
  expect(await typesOf(applicationId)).toEqual(['SolutionStarted', 'SolutionSubmitted']);
});

test('a quiz with time left is not ended, nor an unknown one', async () => {
  const quiz = await aQuiz();
  const applicationId = await applicationTo(await offering([quiz]));
  const solutionId = await start(applicationId, quiz);
  expect(await endQuiz(environment, solutionId)).toMatchObject({ ok: true });
  expect(await endQuiz(environment, `${applicationId}.7`)).toMatchObject({ ok: true });
  expect(await endQuiz(environment, 'nobody.1')).toMatchObject({ ok: true });
  expect(await typesOf(applicationId)).toEqual(['SolutionStarted']);
});

test('simultaneous starts get the one attempt', async () => {
  const quiz = await aQuiz();
  const applicationId = await applicationTo(await offering([quiz]));
  const ids = await Promise.all([1, 2, 3].map(() => start(applicationId, quiz)));
  expect(ids).toEqual(Array(3).fill(`${applicationId}.1`));
  expect(await typesOf(applicationId)).toEqual(['SolutionStarted']);
});

test('a transfer copies submitted solutions that the target offers, once', async () => {
  const [here, both, running] = [await aQuiz(), await aQuiz(), await aQuiz()];
  const fromId = await applicationTo(await offering([here, both, running]));
  const toId = await applicationTo(await offering([both, running]));
  for (const quiz of [here, both]) {
    const solutionId = await start(fromId, quiz);
    const payload = { answers: ['yes'], submittedAt: 'now' };
    await must(changeSolution(environment, { solutionId, payload }, contextBy(applicant)));
  }
  await start(fromId, running);
  const context = contextBy(SYSTEM);
  for (const again of [context, context, contextBy(SYSTEM)]) await copySolutions(environment, { fromId, toId }, again);
  const { state } = await load(environment, solution, toId);
  expect(state.solutions).toMatchObject([
    { _id: `${toId}.1`, assessmentId: both, score: 100, answers: ['yes'], copiedFrom: `${fromId}.2` },
  ]);
});
