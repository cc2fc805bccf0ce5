import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { idOf } from '../domain/event-sourcing/streams.ts';
import { type RunningServer, startServerProcess } from '../test/support/running-server.ts';
import { demoHistory } from './history.ts';
import { appendPasts, createOrganization, signInOwner } from './school.ts';

const EMAIL = 'owner@bench.example';

/** A server on a school of a given size, and somebody signed in as its Owner. */
export interface School {
  readonly server: RunningServer;
  readonly dataDirectory: string;
  readonly cookie: string;
  /** Batches of `BATCH_SIZE` applications, each with its whole history. */
  readonly batchIds: readonly string[];
  /** `LARGE_BATCH_SIZE` applications that have only been submitted. */
  readonly largeBatchId: string;
  /** Those of the batches whose applications have their whole history. */
  readonly applicationIds: readonly string[];
  close(): Promise<void>;
}

export const BATCH_SIZE = 250;
export const LARGE_BATCH_SIZE = 2500;
const BATCHES_WITH_HISTORY = 8;
/** A past that was appended beside the server is folded first, once. */
const FOLDING_LIMIT_MS = 900_000;

/**
 * Eight batches of 250 applications with all that happens in the demo, and around them others that have only been
 * submitted, 2,500 of them in one batch, or that are told in full as well. The school is made over HTTP, its past is
 * appended in bulk, as 100,000 submissions over HTTP would take long.
 */
export async function openSchool(
  applications: number,
  told: number = BATCHES_WITH_HISTORY * BATCH_SIZE,
): Promise<School> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'intake-bench-'));
  await createOrganization(dataDirectory, 'bench-school', EMAIL);
  const first = await startServerProcess(dataDirectory);
  const made = await createBatches(first).finally(() => first.stop());
  const applicationIds = await appendApplications(dataDirectory, applications, told, made);
  const server = await startServerProcess(dataDirectory, {}, FOLDING_LIMIT_MS);
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

/** Answers the ids of the applications with a history. */
async function appendApplications(
  dataDirectory: string,
  applications: number,
  told: number,
  made: Made,
): Promise<string[]> {
  const { organizationId, ownerId: staffId, batchIds, largeBatchId } = made;
  const otherBatches = Array.from({ length: Math.ceil(applications / BATCH_SIZE) }, () => randomUUID());
  const anotherOf = (applicant: number) => otherBatches[Math.floor(applicant / BATCH_SIZE)] as string;
  const ofOthers = (applicant: number) => (applicant < LARGE_BATCH_SIZE ? largeBatchId : anotherOf(applicant));
  const ofBatches = (applicant: number) => batchIds[Math.floor(applicant / BATCH_SIZE)] ?? anotherOf(applicant);
  const history = demoHistory(told, { organizationId, staffId, batchOf: ofBatches });
  const others = demoHistory(applications - told, { organizationId, staffId, batchOf: ofOthers });
  const submitted = others.filter(({ event }) => event.type === 'ApplicationSubmitted');

  await appendPasts(dataDirectory, [
    { organizationId, history: submitted },
    { organizationId, history },
  ]);
  return history.flatMap(({ stream, event }) => (event.type === 'ApplicationSubmitted' ? [idOf(stream)] : []));
}
