import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Composition, compose } from '../../api/composition/composition.ts';
import { readConfig } from '../../api/config/config.ts';
import type { DynamicDefinition } from '../../api/dynamic/definition.ts';
import { createLogger } from '../../api/logging/logging.ts';
import { openTestStores, type TestStores } from '../support/adapters.ts';
import { createClient } from '../support/client.ts';
import { whenBuilt } from '../support/reports.ts';
import { type RunningServer, startDynamicServer } from '../support/running-server.ts';
import { applied, createSchool, type School, signedIn } from '../support/school.ts';

/** Slow enough to kill the leader during the build. */
const COUNTS: DynamicDefinition = {
  name: 'counts',
  version: 1,
  module: new URL('../support/dynamic-folds.ts', import.meta.url).href,
  data: { does: 'burn', ms: 5 },
  indexes: [],
  organization: null,
  until: null,
};

let directory: string;
let stores: TestStores;
let servers: RunningServer[];
let reader: Composition;
let school: School;

const clientAt =
  ({ url }: RunningServer) =>
  (options?: { organizationId?: string }) =>
    createClient(url, options);

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'intake-dynamic-'));
  stores = await openTestStores(directory);
  const environment = { ...stores.environment, DYNAMIC_PROJECTIONS: JSON.stringify([COUNTS]), LOG_LEVEL: 'error' };
  servers = await Promise.all([0, 1].map(() => startDynamicServer(directory, environment)));
  reader = await compose(readConfig({ ...stores.environment, DEMO: '0' }), { logger: createLogger('silent') });
  await reader.engine.whenReady();
  reader.wanted.set('test', [COUNTS]);
  const [one] = servers as [RunningServer];
  school = await createSchool({ running: { composition: reader }, client: clientAt(one) }, 'dynamic-processes');
});
afterAll(async () => {
  await Promise.all((servers ?? []).map((server) => server.stop()));
  await reader?.close();
  await stores?.close();
  await rm(directory, { recursive: true, force: true });
});

const metricsOf = async ({ url }: RunningServer) =>
  fetch(`${url}/metrics`).then(
    (answer) => answer.text(),
    () => '',
  );
const isLeading = async (server: RunningServer) => /^intake_leading 1$/m.test(await metricsOf(server));

test('when the process that folds dynamic projections is killed, another goes on: no row is lost or doubled, and a report shows its former figures until the new ones are complete', async () => {
  const leader = await vi.waitUntil(
    async () => {
      const leading = await Promise.all(servers.map(isLeading));
      return leading.filter(Boolean).length === 1 && servers[leading.indexOf(true)];
    },
    { timeout: 30_000, interval: 50 },
  );
  const standby = servers.find((server) => server !== leader) as RunningServer;
  const ids: string[] = [];
  const apply = async () => ids.push((await applied({ client: clientAt(standby) }, school)).applicationId);
  for (let n = 0; n < 5; n += 1) await apply();
  const folded = () => reader.dynamic.status().then(({ projections: [one] }) => one?.state === 'live');
  await vi.waitUntil(folded, { timeout: 60_000, interval: 50 });

  let isOver = false;
  const applying = (async () => {
    while (!isOver) await apply();
  })();
  await vi.waitUntil(() => ids.length >= 8, { timeout: 60_000, interval: 5 });
  const owner = await signedIn({ client: clientAt(standby) }, 'owner@dynamic-processes.example', school.organizationId);
  const question = { events: ['ApplicationSubmitted'], measure: { kind: 'applications' } as const };
  const { body: report } = await owner.call('createSavedReport', { body: { name: 'Applied', ...question } });
  await whenBuilt(owner, report._id);
  const params = { id: report._id };
  const groupBy = [{ kind: 'field', field: 'application.batch', when: 'today' } as const];
  await owner.call('changeSavedReport', { params, body: { groupBy } });
  await leader.kill();
  const editions: (number | undefined)[] = [];
  const isComplete = async () => {
    const { body } = await owner.call('getReportResult', { params });
    editions.push(body.table?.edition);
    return body.table?.isFormer === false;
  };
  const completed = vi.waitUntil(isComplete, { timeout: 60_000, interval: 50 });
  await vi.waitUntil(() => isLeading(standby), { timeout: 60_000, interval: 50 });
  isOver = true;
  await applying;

  const head = await reader.log.head();
  expect(await reader.dynamic.waitFor(head, { timeoutMs: 60_000, collections: [COUNTS.name] })).toBe('reached');
  const { documents } = await reader.dynamic.collection<{ _id: string; count: number }>(COUNTS).find({});
  const counts = Object.fromEntries(documents.map(({ _id, count }) => [_id, count]));
  expect(counts).toEqual({ all: ids.length, ...Object.fromEntries(ids.map((id) => [id, 1])) });
  await completed;
  expect(editions[0]).toBe(1);
  expect(new Set(editions)).toEqual(new Set([1, 2]));
  await whenBuilt(owner, report._id, ({ axes }) => axes[0]?.figures[0]?.value === ids.length);
  const metrics = await metricsOf(standby);
  expect(metrics).toMatch(/^intake_dynamic_projections\{state="live"\} 2$/m);
  expect(metrics).toMatch(/^intake_dynamic_quarantined_documents 0$/m);
});
