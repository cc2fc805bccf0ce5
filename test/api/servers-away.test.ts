import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../../api/config/config.ts';
import { createLogger } from '../../api/logging/logging.ts';
import { type RunningServer, startServer } from '../../api/server.ts';
import { createClient } from '../support/client.ts';
import { type EventStoreCluster, startEventStoreCluster } from '../support/eventstore-double-cluster.ts';
import { type FerretDb, findFerretDbToBreak, startFerretDb } from '../support/ferretdb.ts';
import { limitFiles } from '../support/file-limit.ts';
import { answers, createSchool, freshEmail, type School } from '../support/school.ts';
import { canRun } from '../support/tools.ts';

let directory: string;
let eventStore: EventStoreCluster;
let mongodb: FerretDb;
let running: RunningServer;
let worker: RunningServer;
let school: School;
const lines: Record<string, unknown>[] = [];

const BACK = { timeout: 30_000, interval: 50 };

const visitor = () => createClient(running.url, { organizationId: school.organizationId });
const apply = (email: string, key: string) =>
  visitor().call('submitApplication', {
    body: { batchId: school.batches.Open, ...answers(email) },
    headers: { 'Idempotency-Key': key },
  });
const list = () => school.staff.Owner.call('listApplications');

async function expectAway(ask: () => Promise<{ status: number; headers: Headers; problem: { message: string } }>) {
  const { status, headers, problem } = await ask();
  expect(status).toBe(503);
  expect(headers.get('retry-after')).toMatch(/^\d+$/);
  expect(headers.get('content-type')).toContain('application/problem+json');
  expect(problem.message).toBe('This cannot be done right now. Nothing was lost; please try again in a moment.');
}

/** The outage's lines at level 50, and the line that ends it. */
function linesOfOutage(from: number) {
  const ofSubscription = 'The subscription to the event store was interrupted and continues';
  return lines
    .slice(from)
    .filter(
      ({ level, msg }) => (Number(level) >= 50 && msg !== ofSubscription) || msg === 'a store is available again',
    );
}

async function expectOneLine(store: string, from: number) {
  await vi.waitUntil(() => lines.slice(from).some(({ msg }) => msg === 'a store is available again'), BACK);
  expect(linesOfOutage(from)).toEqual([
    expect.objectContaining({ msg: 'a store is unavailable', store, reason: expect.stringMatching(`^${store}: .`) }),
    expect.objectContaining({ msg: 'a store is available again', store, failures: expect.any(Number) }),
  ]);
}

const statusOfReadiness = async (of: RunningServer) => (await createClient(of.url).call('readyz')).status;

/** During an outage all readiness probes share one check. */
const expectUnready = () =>
  Promise.all(
    [running, worker].map(async (server) => {
      const { engine } = server.composition;
      const { isReady } = engine;
      let [looking, mostAtOnce] = [0, 0];
      const looks = vi.spyOn(engine, 'isReady').mockImplementation(() => {
        looking += 1;
        mostAtOnce = Math.max(mostAtOnce, looking);
        return isReady().finally(() => {
          looking -= 1;
        });
      });
      const statuses = await Promise.all(Array.from({ length: 20 }, () => statusOfReadiness(server)));
      expect(new Set(statuses)).toEqual(new Set([503]));
      expect(mostAtOnce).toBe(1);
      looks.mockRestore();
    }),
  );

/** The answers of `/readyz` to operators on this machine and to visitors through a proxy. */
const storageWarnings = () =>
  Promise.all(
    [{}, { 'X-Forwarded-For': '203.0.113.9' }].map(async (headers) => {
      const response = await fetch(`${running.url}/readyz`, { headers });
      const { warnings = [] } = (await response.json()) as { warnings?: { field: string; message: string }[] };
      return warnings.filter(({ field }) => field === 'storage').map(({ message }) => message);
    }),
  );

const isWritable = async () =>
  Number(/^intake_storage_writable (\S+)$/m.exec(await (await fetch(`${running.url}/metrics`)).text())?.[1]);

async function expectReadyAgain() {
  for (const server of [running, worker]) {
    await vi.waitUntil(async () => (await statusOfReadiness(server)) === 200, BACK);
  }
}

/** A retry under the same key does the command once. */
async function expectDoneOnce(email: string, key: string) {
  await vi.waitUntil(async () => (await apply(email, key)).status === 200, BACK);
  await vi.waitUntil(async () => {
    const { body } = await list();
    return body.filter((row) => row.email === email).length === 1;
  }, BACK);
}

describe.skipIf(!findFerretDbToBreak())('a server that goes away (needs FerretDB, to kill it)', () => {
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'intake-away-'));
    [eventStore, mongodb] = await Promise.all([startEventStoreCluster(), startFerretDb()]);
    const start = (role: string) =>
      startServer(
        readConfig({
          PORT: '0',
          ROLE: role,
          DEMO: '0',
          DATA_DIR: directory,
          EVENTSTORE_URL: eventStore.url,
          MONGODB_URL: `${mongodb.url}/away`,
          MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
          RATE_LIMITS: 'off',
        }),
        { logger: createLogger('info', { write: (line) => role === 'all' && void lines.push(JSON.parse(line)) }) },
      );
    running = await start('all');
    await running.composition.engine.whenReady();
    worker = await start('worker');
    await worker.composition.engine.whenReady();
    school = await createSchool({ running, client: (options) => createClient(running.url, options) }, 'away-school');
  });
  afterAll(async () => {
    await worker?.close();
    await running?.close();
    await eventStore?.close();
    await mongodb?.close();
    await rm(directory, { recursive: true, force: true });
  });

  describe.each([
    ['is killed', (server: { kill(): Promise<void> }) => server.kill(), (server: FerretDb) => server.restart()],
    ['freezes', async (server: FerretDb) => server.freeze(), async (server: FerretDb) => server.thaw()],
  ] as const)('MongoDB %s', (_, take, giveBack) => {
    test('everything answers 503 with Retry-After, nothing is half done, and all recovers', async () => {
      const [email, key] = [freshEmail(), randomUUID()];
      const from = lines.length;
      await take(mongodb);
      try {
        await expectAway(list);
        await expectAway(() => apply(email, key));
        await expectAway(() => visitor().call('login', { body: { email, password: 'whatever it is' } }));
        expect((await visitor().call('healthz')).status).toBe(200);
        await expectUnready();
        await vi.waitFor(async () => {
          expect(await storageWarnings()).toEqual([
            [expect.stringMatching(/^Nothing can be stored or read \(MongoDB: .+\)\.$/)],
            ['Nothing can be stored or read (MongoDB cannot be reached).'],
          ]);
        }, BACK);
      } finally {
        await giveBack(mongodb);
      }
      await expectDoneOnce(email, key);
      await expectReadyAgain();
      await expectOneLine('MongoDB', from);
    });
  });

  describe.each([
    ['is killed', () => eventStore.die(), () => eventStore.restart()],
    ['freezes', async () => eventStore.freeze(), () => eventStore.thaw()],
  ] as const)('EventStoreDB %s', (_, take, giveBack) => {
    test('commands answer 503, reading goes on, and all recovers', async () => {
      const [email, key] = [freshEmail(), randomUUID()];
      const from = lines.length;
      await take();
      try {
        await expectAway(() => apply(email, key));
        expect((await list()).status).toBe(200);
        expect((await visitor().call('healthz')).status).toBe(200);
        await expectUnready();
        await vi.waitFor(async () => {
          expect(await storageWarnings()).toEqual([
            [expect.stringMatching(/^Nothing can be stored \(EventStoreDB: .+\)\. Stored data can still be read\.$/)],
            ['Nothing can be stored (EventStoreDB cannot be reached). Stored data can still be read.'],
          ]);
        }, BACK);
        // docs/alerts.yml alerts on this series where no client sends a command.
        expect(await (await visitor().raw({ method: 'GET', path: '/metrics' })).text()).toContain(
          'intake_scrape_failed{part="read-models"} 1\n',
        );
      } finally {
        await giveBack();
      }
      await expectDoneOnce(email, key);
      await expectReadyAgain();
      await expectOneLine('EventStoreDB', from);
    });
  });

  describe('the node that leads EventStoreDB', () => {
    test('is killed: commands wait for the next leader, and no outage is logged', async () => {
      const from = lines.length;
      const leader = await eventStore.leader();
      await leader.die();
      const [email, key] = [freshEmail(), randomUUID()];
      expect((await apply(email, key)).status).toBe(200);
      await leader.restart();
      await expectDoneOnce(email, key);
      await expectReadyAgain();
      expect(linesOfOutage(from)).toEqual([]);
    });

    test('freezes: commands answer 503 until another node leads', async () => {
      const from = lines.length;
      const leader = await eventStore.leader();
      leader.freeze();
      const [email, key] = [freshEmail(), randomUUID()];
      await expectAway(() => apply(email, key));
      await expectDoneOnce(email, key);
      await expectReadyAgain();
      await expectOneLine('EventStoreDB', from);
      // The superseded leader exits.
      expect(await leader.thaw()).toBe(false);
      await leader.restart();
      await expectReadyAgain();
    });
  });

  describe.each([
    ['EventStoreDB', async () => eventStore.refuseWrites(true), async () => eventStore.refuseWrites(false)],
    ['MongoDB', async () => limitFiles(mongodb.pid, 0), async () => limitFiles(mongodb.pid, 'unlimited')],
  ] as const)('%s takes no writes', (server, take, giveBack) => {
    test.skipIf(server === 'MongoDB' && !canRun('prlimit', '--version'))(
      'commands answer 503, reading goes on, /readyz and metrics say so, and all recovers',
      async () => {
        const [email, key] = [freshEmail(), randomUUID()];
        const expectWritable = () =>
          vi.waitFor(async () => expect([await storageWarnings(), await isWritable()]).toEqual([[[], []], 1]), BACK);
        await expectWritable();
        await take();
        try {
          await expectAway(() => apply(email, key));
          expect((await list()).status).toBe(200);
          await vi.waitFor(async () => {
            expect(await storageWarnings()).toEqual([
              [
                expect.stringMatching(
                  `^Nothing can be stored \\(${server}: .+\\)\\. Stored data can still be read\\.$`,
                ),
              ],
              [`Nothing can be stored (${server} takes no writes). Stored data can still be read.`],
            ]);
            expect(await isWritable()).toBe(0);
          }, BACK);
        } finally {
          await giveBack();
        }
        // A probe detects it without a command.
        await vi.waitFor(
          async () => expect([await storageWarnings(), await isWritable()]).toEqual([[[], []], 1]),
          BACK,
        );
        await expectDoneOnce(email, key);
        await expectReadyAgain();
      },
    );
  });

  test('the leader stops on request, though MongoDB is unreachable', async () => {
    const leader = await vi.waitUntil(
      () => [running, worker].find(({ composition }) => composition.leading.isLeading),
      { timeout: 20_000 },
    );
    await mongodb.freeze();
    try {
      // Closing does not wait for MongoDB.
      await leader.close();
    } finally {
      mongodb.thaw();
    }
  });
});
