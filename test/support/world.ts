import { appliedTo, batchOffering, receiveContract } from './payments.ts';
import { type Applied, applied, createSchool, type School } from './school.ts';
import type { TestServer } from './server.ts';

/** A school with one thing of each kind, so that every call has something to be about. */
export interface World extends School {
  readonly applicant: Applied;
  /** The applicant's, in the Open batch. */
  readonly applicationId: string;
  readonly webhookId: string;
  /** The applicant's, in a batch with plans: it has an open payment account. */
  readonly accountId: string;
}

export async function createWorld(server: TestServer, slug: string): Promise<World> {
  const school = await createSchool(server, slug);
  const applicant = await applied(server, school);
  const webhookId = await aWebhook(school);
  const withPlans = await batchOffering(school, school.paymentModelId);
  const { applicationId: accountId } = await appliedTo(withPlans, applicant.client, applicant.email);
  await receiveContract(school, accountId, school.paymentModelId);
  return { ...school, applicant, applicationId: applicant.applicationId, webhookId, accountId };
}

/** Its target refuses every connection. */
export async function aWebhook({ staff }: School): Promise<string> {
  const body = { name: 'Chat', targetUrl: 'http://127.0.0.1:9/hook' };
  const { status, body: made } = await staff.Owner.call('createWebhook', { body });
  if (status !== 200) throw new Error(`No webhook: ${status}`);
  return made._id;
}
