import { expect } from 'vitest';
import type { BodyOf } from '../../api/contract/endpoint.ts';
import type { Endpoints } from '../../api/contract/endpoints.ts';
import type { Step } from '../../domain/process/config.ts';
import type { Client } from '../support/client.ts';
import { type Applied, applied, PROCESS } from '../support/school.ts';
import type { Scene } from './conform.ts';

export const applicantOf = ({ server, world }: Scene, batchId = world.batches.Open): Promise<Applied> =>
  applied(server, { ...world, batches: { ...world.batches, Open: batchId } });

export const read = async (client: Client, id: string) =>
  (await client.call('getApplication', { params: { id } })).body;

export const change = (client: Client, id: string, body: BodyOf<Endpoints['changeApplication']>) =>
  client.call('changeApplication', { params: { id }, body });

export async function batch({ world }: Scene, body: BodyOf<Endpoints['createBatch']> = {}): Promise<string> {
  const created = await world.staff.Owner.call('createBatch', { body: { name: 'A batch', status: 'Open', ...body } });
  expect(created.status, created.problem.message).toBe(200);
  return created.body._id;
}

export async function batchWith(scene: Scene, steps: readonly Partial<Step>[]): Promise<string> {
  const titled = steps.map((step, index) => ({ title: `Step ${index}`, ...step }));
  const json = JSON.stringify({ ...PROCESS, applicationDetailsSteps: titled });
  const process = await scene.world.staff.Owner.call('createProcess', { body: { json } });
  expect(process.status, process.problem.message).toBe(200);
  return batch(scene, { processId: process.body._id });
}

export async function offered({ world }: Scene, client: Client, applicationId: string, id: string): Promise<string> {
  const params = { id: (await read(client, applicationId)).batchId };
  const { assessmentIds } = (await world.staff.Admin.call('getBatch', { params })).body;
  const changed = await world.staff.Admin.call('changeBatch', {
    params,
    body: { assessmentIds: [...assessmentIds, id] },
  });
  expect(changed.status, changed.problem.message).toBe(200);
  return id;
}

export async function submitQuiz(
  client: Client,
  body: BodyOf<Endpoints['startSolution']>,
  answers: readonly string[],
): Promise<void> {
  const { body: started } = await client.call('startSolution', { body });
  const submittedAt = new Date().toISOString();
  const params = { id: started._id };
  const submitted = await client.call('changeSolution', { params, body: { answers: [...answers], submittedAt } });
  expect(submitted.status, submitted.problem.message).toBe(200);
}
