import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../api/config.ts';
import { openStores } from '../api/stores.ts';
import { PROCESSES } from '../commands/demo/school.ts';
import { createCodec } from '../commands/event-store/codec.ts';
import { createEventLog } from '../commands/event-store/encoded-event-log.ts';
import { openMasterKey } from '../commands/vault/master-key.ts';
import { createSubjectKeys } from '../commands/vault/subject-keys.ts';
import { definitionOf } from '../domain/events.ts';
import { idOf } from '../domain/streams.ts';
import { type RunningServer, runIntake, startServerProcess } from '../test/support/running-server.ts';
import { appendHistory, demoHistory } from './history.ts';

const EMAIL = 'owner@bench.example';
const PASSWORD = 'a-long-and-quiet-night';

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
  const slug = 'bench-school';
  const owner = ['--owner-email', EMAIL, '--owner-password', PASSWORD];
  await runIntake(dataDirectory, 'organization', 'create', '--name', 'Bench School', '--slug', slug, ...owner);
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
  let cookie = '';
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', origin: url, cookie },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0]);
    if (cookies.length > 0) cookie = cookies.join('; ');
    return (await response.json()) as { _id: string };
  };
  await call('POST', '/api/login', { email: EMAIL, password: PASSWORD, isCreator: false });
  const { _id: organizationId } = await call('GET', '/api/organizationForCurrentDomain');
  const { _id: ownerId } = await call('GET', '/api/user');
  const { _id: processId } = await call('POST', '/api/processConfigBlobs', {
    json: JSON.stringify(PROCESSES.fullStack, withoutOthers),
  });
  const createBatch = async (name: string, capacity: number) =>
    (await call('POST', '/api/batches', { name, status: 'Open', capacity, organizationId, processId }))._id;
  const batchIds: string[] = [];
  for (let n = 1; n <= BATCHES_WITH_HISTORY; n += 1) batchIds.push(await createBatch(`Batch ${n}`, BATCH_SIZE));
  const largeBatchId = await createBatch('Large batch', LARGE_BATCH_SIZE);
  return { cookie, organizationId, ownerId, batchIds, largeBatchId };
}

/** The demo's payment models and assessments are not there: the steps stand without them. */
const withoutOthers = (member: string, value: unknown): unknown =>
  member === 'availablePaymentModels' || member === 'assessmentIds' ? undefined : value;

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

  const stores = await openStores(readConfig({ DATA_DIR: dataDirectory }));
  try {
    const { vault, eventStore, directory } = stores;
    const keys = createSubjectKeys({ vault, masterKey: await openMasterKey({ file: directory.masterKey, vault }) });
    const log = createEventLog({ store: eventStore, codec: createCodec({ definitionOf, keys }) });
    await appendHistory(log, submitted, organizationId);
    await appendHistory(log, history, organizationId);
  } finally {
    await stores.close();
  }
  return history.flatMap(({ stream, event }) => (event.type === 'ApplicationSubmitted' ? [idOf(stream)] : []));
}
