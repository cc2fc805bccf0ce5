import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { idOf } from '../domain/event-sourcing/streams.ts';
import { type RunningServer, startServerProcess } from '../test/support/running-server.ts';
import { demoHistory } from './history.ts';
import { appendPasts, createOrganization, signInOwner } from './school.ts';

const EMAIL = 'owner@bench.example';

export interface School {
  readonly server: RunningServer;
  readonly dataDirectory: string;
  readonly cookie: string;
  /** Each has `BATCH_SIZE` applications with their whole history. */
  readonly batchIds: readonly string[];
  /** `LARGE_BATCH_SIZE` applications that were only submitted. */
  readonly largeBatchId: string;
  readonly applicationIds: readonly string[];
  close(): Promise<void>;
}

export const BATCH_SIZE = 250;
export const LARGE_BATCH_SIZE = 2500;
export const BATCHES_WITH_HISTORY = 8;
/** The server first folds the appended past. */
const FOLDING_LIMIT_MS = 900_000;

/** Eight batches of 250 applications with a whole history, among others that were only submitted or have one too. Appended in bulk. */
export async function openSchool(
  applications: number,
  told: number = BATCHES_WITH_HISTORY * BATCH_SIZE,
  environment: Record<string, string> = {},
): Promise<School> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'intake-bench-'));
  await createOrganization(dataDirectory, 'bench-school', EMAIL, environment);
  const first = await startServerProcess(dataDirectory, environment);
  const made = await createBatches(first).finally(() => first.stop());
  const applicationIds = await appendApplications(dataDirectory, environment, { applications, told, made });
  const server = await startServerProcess(dataDirectory, environment, FOLDING_LIMIT_MS);
  return {
    server,
    dataDirectory,
    cookie: made.cookie,
    batchIds: made.batchIds,
    largeBatchId: made.largeBatchId,
    applicationIds,
    async close() {
      await server.stop();
      await rm(dataDirectory, { recursive: true });
    },
  };
}

interface Made {
  readonly cookie: string;
  readonly organizationId: string;
  readonly ownerId: string;
  readonly batchIds: readonly string[];
  readonly largeBatchId: string;
}

async function createBatches({ url }: RunningServer): Promise<Made> {
  const owner = await signInOwner(url, EMAIL);
  const batchIds: string[] = [];
  for (let n = 1; n <= BATCHES_WITH_HISTORY; n += 1) batchIds.push(await owner.createBatch(`Batch ${n}`, BATCH_SIZE));
  const largeBatchId = await owner.createBatch('Large batch', LARGE_BATCH_SIZE);
  return { ...owner, batchIds, largeBatchId };
}

async function appendApplications(
  dataDirectory: string,
  environment: Record<string, string>,
  { applications, told, made }: { applications: number; told: number; made: Made },
): Promise<string[]> {
  const { organizationId, ownerId: staffId, batchIds, largeBatchId } = made;
  const otherBatches = Array.from({ length: Math.ceil(applications / BATCH_SIZE) }, () => randomUUID());
  const anotherOf = (applicant: number) => otherBatches[Math.floor(applicant / BATCH_SIZE)] as string;
  const ofOthers = (applicant: number) => (applicant < LARGE_BATCH_SIZE ? largeBatchId : anotherOf(applicant));
  const ofBatches = (applicant: number) => batchIds[Math.floor(applicant / BATCH_SIZE)] ?? anotherOf(applicant);
  const history = demoHistory(told, { organizationId, staffId, batchOf: ofBatches });
  const others = demoHistory(applications - told, { organizationId, staffId, batchOf: ofOthers });
  const submitted = others.filter(({ event }) => event.type === 'ApplicationSubmitted');

  const pasts = [
    { organizationId, history: submitted },
    { organizationId, history },
  ];
  await appendPasts(dataDirectory, pasts, environment);
  return history.flatMap(({ stream, event }) => (event.type === 'ApplicationSubmitted' ? [idOf(stream)] : []));
}
