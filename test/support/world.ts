import { appliedTo, batchOffering, receiveContract } from './payments.ts';
import { type Applied, applied, createSchool, type School } from './school.ts';
import type { TestServer } from './server.ts';

export interface World extends School {
  readonly applicant: Applied;
  readonly applicationId: string;
  readonly webhookId: string;
  readonly reportId: string;
  readonly emailTemplateId: string;
  /** In a batch with plans, with an open payment account. */
  readonly accountId: string;
  /** Offered in no batch. */
  readonly assessmentId: string;
  /** Of a provider with `PROVIDER_SECRET`. */
  readonly externalId: string;
  readonly solutionId: string;
}

export async function createWorld(server: TestServer, slug: string): Promise<World> {
  const school = await createSchool(server, slug);
  const applicant = await applied(server, school);
  const webhookId = await aWebhook(school);
  const reportId = await aReport(school);
  const emailTemplateId = await anEmailTemplate(school);
  const withPlans = await batchOffering(school, school.paymentModelId);
  const { applicationId: accountId } = await appliedTo(withPlans, applicant.client, applicant.email);
  await receiveContract(school, accountId, school.paymentModelId);
  const { applicationId } = applicant;
  const assessmentId = await aQuiz(school);
  const externalId = await anExternalAssessment(school);
  const solutionId = await aSolution(school, applicant);
  return {
    ...school,
    applicant,
    applicationId,
    webhookId,
    reportId,
    emailTemplateId,
    accountId,
    assessmentId,
    externalId,
    solutionId,
  };
}

/** Counts submitted applications by program. */
export async function aReport({ staff }: School): Promise<string> {
  const groupBy = [{ kind: 'field', field: 'application.batch', when: 'today' } as const];
  const body = { name: 'Applications', events: ['ApplicationSubmitted'], groupBy };
  return (await staff.Owner.call('createSavedReport', { body })).body._id;
}

export async function aQuiz({ staff }: School): Promise<string> {
  const options = [{ value: 'yes', isCorrect: true }, { value: 'no' }];
  const questions = ['Is one a number?', 'Is a number one?'].map((prompt) => ({ prompt, options }));
  const { status, body } = await staff.Admin.call('createAssessment', { body: { name: 'Logic', questions } });
  if (status !== 200) throw new Error(`No quiz: ${status}`);
  return body._id;
}

export const PROVIDER_SECRET = 'what only the provider knows';

async function anExternalAssessment({ staff }: School): Promise<string> {
  const body = { name: 'Outside', type: 'external' as const, messagingSecretToken: PROVIDER_SECRET };
  const { status, body: made } = await staff.Admin.call('createAssessment', { body });
  if (status !== 200) throw new Error(`No external assessment: ${status}`);
  return made._id;
}

async function aSolution(school: School, { client, applicationId }: Applied): Promise<string> {
  const assessmentId = await aQuiz(school);
  const params = { id: school.batches.Open };
  await school.staff.Admin.call('changeBatch', { params, body: { assessmentIds: [assessmentId] } });
  const { status, body } = await client.call('startSolution', { body: { assessmentId, applicationId } });
  if (status !== 200) throw new Error(`No solution: ${status}`);
  return body._id;
}

async function anEmailTemplate({ staff }: School): Promise<string> {
  const body = { name: 'What happens next', subject: 'Hi {{firstName}}', body: 'See [it]({{applicationLink}}).' };
  const { status, body: made } = await staff.Admin.call('createEmailTemplate', { body });
  if (status !== 200) throw new Error(`No email template: ${status}`);
  return made._id;
}

/** No host has this name (RFC 6761). */
export async function aWebhook({ staff }: School): Promise<string> {
  const body = { name: 'Chat', targetUrl: 'http://hook.invalid/hook', eventTypes: ['ApplicationSubmitted'] };
  const { status, body: made } = await staff.Owner.call('createWebhook', { body });
  if (status !== 200) throw new Error(`No webhook: ${status}`);
  return made._id;
}
