import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningServer, startPortal } from '../test/support/running-server.ts';
import { demoHistory, type Happening } from './history.ts';
import { appendPasts, createOrganization, type SignedInOwner, signInOwner } from './school.ts';

/** A bad day and a normal one, each an organization with the demo's history. */
const SIZES = {
  large: { applications: 20_000, batches: 40 },
  normal: { applications: 3000, batches: 10 },
} as const;

export interface DashboardSchool {
  readonly server: RunningServer;
  readonly cookies: Readonly<Record<keyof typeof SIZES, string>>;
  close(): Promise<void>;
}

/** The first start builds the web client, the second folds the appended past. */
const START_LIMIT_MS = 900_000;
const ENVIRONMENT = { DEMO: '0', RATE_LIMITS: 'off' };

interface Past {
  /** In the normal organization the last thing that happens is a comment on each application. */
  readonly endsWithComments?: boolean;
}

export async function openDashboardSchool(past: Past = {}): Promise<DashboardSchool> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'intake-bench-'));
  const cookies = await makeDashboardSchool(dataDirectory, past);
  const server = await startPortal(dataDirectory, ENVIRONMENT, START_LIMIT_MS);
  return {
    server,
    cookies,
    async close() {
      await server.stop();
      await rm(dataDirectory, { recursive: true });
    },
  };
}

export async function makeDashboardSchool(
  dataDirectory: string,
  { endsWithComments = false }: Past = {},
): Promise<DashboardSchool['cookies']> {
  await createOrganization(dataDirectory, 'large', 'large@bench.example');
  await createOrganization(dataDirectory, 'normal', 'normal@bench.example');
  const first = await startPortal(dataDirectory, ENVIRONMENT, START_LIMIT_MS);
  const made = await makeBoth(first.url).finally(() => first.stop());
  const normal = endsWithComments ? { ...made.normal, history: withLastComments(made.normal.history) } : made.normal;
  await appendPasts(dataDirectory, [made.large, normal]);
  return { large: made.large.cookie, normal: made.normal.cookie };
}

function withLastComments(history: readonly Happening[]): readonly Happening[] {
  const at = new Date().toISOString();
  const streams = new Set(history.flatMap(({ stream }) => (stream.startsWith('application-') ? [stream] : [])));
  const comment = (stream: string): Happening => ({
    stream,
    at,
    event: { type: 'CommentAdded', data: { commentId: randomUUID() }, personal: { message: 'Seen at the end' } },
  });
  return [...history, ...[...streams].map(comment)];
}

async function makeBoth(url: string) {
  const [large, normal] = [
    await signInOwner(url, 'large@bench.example'),
    await signInOwner(url, 'normal@bench.example'),
  ];
  const historyOfLarge = await historyOf(large, SIZES.large);
  // Both organizations have applicants with the same emails, so only the first creates their accounts.
  const historyOfNormal = (await historyOf(normal, SIZES.normal)).filter(({ stream }) => !stream.startsWith('user-'));
  return { large: { ...large, history: historyOfLarge }, normal: { ...normal, history: historyOfNormal } };
}

async function historyOf(
  { organizationId, ownerId, createBatch }: SignedInOwner,
  { applications, batches }: { applications: number; batches: number },
): Promise<readonly Happening[]> {
  const ids: string[] = [];
  for (let n = 1; n <= batches; n += 1) ids.push(await createBatch(`Batch ${n}`, applications / batches));
  const batchOf = (applicant: number) => ids[applicant % batches] as string;
  return demoHistory(applications, { organizationId, staffId: ownerId, batchOf });
}
