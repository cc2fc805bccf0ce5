import type { ProcessConfig } from '../../domain/process/config.ts';
import type { Client } from './client.ts';
import { type Applied, answers, PASSWORD, PROCESS, type School } from './school.ts';

export const processOffering = (...paymentModelIds: readonly string[]): ProcessConfig => ({
  ...PROCESS,
  label: `Offers ${paymentModelIds.length} plans`,
  applicationDetailsSteps: [
    ...PROCESS.applicationDetailsSteps,
    { _id: 'plan', title: 'Choose your plan', availablePaymentModels: [...paymentModelIds] },
  ],
});

const must = <Answer extends { status: number; problem: { message: string } }>(answer: Answer): Answer => {
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.problem.message}`);
  return answer;
};

export async function batchOffering(
  { staff: { Owner } }: School,
  ...paymentModelIds: readonly string[]
): Promise<string> {
  const json = JSON.stringify(processOffering(...paymentModelIds));
  const { body: process } = must(await Owner.call('createProcess', { body: { json } }));
  const batch = { name: 'With plans', status: 'Open', processId: process._id } as const;
  return must(await Owner.call('createBatch', { body: batch })).body._id;
}

export async function appliedTo(batchId: string, client: Client, email: string): Promise<Applied> {
  const { body } = must(await client.call('submitApplication', { body: { batchId, ...answers(email) } }));
  const isSignedIn = (await client.call('getUser')).status === 200;
  if (!isSignedIn) must(await client.call('signup', { body: { email, password: PASSWORD } }));
  return { client, email, applicationId: body._id };
}

export async function receiveContract(
  { staff: { Owner } }: School,
  applicationId: string,
  selectedPaymentModelId: string,
): Promise<void> {
  const body = { selectedPaymentModelId, status: 'CONTRACT RECEIVED' };
  must(await Owner.call('changeApplication', { params: { id: applicationId }, body }));
}
