import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { DynamicDefinition, Limits } from '../../api/dynamic/definition.ts';
import {
  createDynamicProjections,
  type DynamicProjections,
  type DynamicProjectionsOptions,
} from '../../api/dynamic/dynamic-projections.ts';
import { systemContext } from '../../commands/context/context.ts';
import { testRule } from '../support/adapters.ts';
import type { Behaviour } from '../support/dynamic-folds.ts';
import { linksTo } from '../support/emails.ts';
import { answers, applied, createSchool, freshEmail, PASSWORD, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const POLL = { timeout: 60_000, interval: 20 };
const MODULE = new URL('../support/dynamic-folds.ts', import.meta.url).href;

let server: TestServer;
let north: School;
let south: School;
beforeAll(async () => {
  server = await startTestServer();
  north = await createSchool(server, 'north-school');
  south = await createSchool(server, 'south-school');
});
afterAll(() => server.close());

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

/** A second set beside the server's own empty one, with the test's limits. */
function start(options: Partial<DynamicProjectionsOptions> = {}, of = server) {
  const { config, masterKey, requests, log, engine, stores } = of.running.composition;
  const problems: string[] = [];
  const dynamic = createDynamicProjections({
    addresses: config,
    masterKeys: masterKey,
    requests: requests.counts,
    log,
    pages$: engine.events$,
    lane: 'dynamic',
    readModels: stores.dynamicReadModels.dynamic,
    isReadable: stores.areDocumentsShared,
    onProblem: (message, error) => problems.push(`${message}: ${(error as Error).message}`),
    ...options,
  });
  const leading = new AbortController();
  const led = dynamic.lead(leading.signal, of.running.composition.leading.term);
  const end = async () => {
    leading.abort();
    await led;
    await dynamic.stop();
  };
  cleanUp.push(end);
  return { dynamic, problems, end };
}

const define = (name: string, behaviour: Behaviour, more: Partial<DynamicDefinition> = {}): DynamicDefinition => ({
  name,
  version: 1,
  module: MODULE,
  data: behaviour,
  indexes: [],
  organization: north.organizationId,
  until: null,
  ...more,
});

type Read = Pick<DynamicProjections, 'status' | 'collection'>;
const statusOf = async (dynamic: Read, name: string) =>
  (await dynamic.status()).projections.find((one) => one.name === name);
const whenLive = (dynamic: Read, ...names: string[]) =>
  vi.waitFor(async () => {
    for (const name of names) expect(await statusOf(dynamic, name)).toMatchObject({ state: 'live', lag: 0 });
  }, POLL);
const whenStopped = (dynamic: Read, name: string, fault: object) =>
  vi.waitFor(async () => expect(await statusOf(dynamic, name)).toMatchObject({ state: 'faulted', fault }), POLL);
const head = () => server.running.composition.log.head();

interface Document {
  readonly _id: string;
  readonly count: number;
  readonly name?: string | null;
}
const read = (dynamic: Read, name: string, id: string) => dynamic.collection<Document>({ name }).get(id);

describe('dynamic projections', () => {
  test('come and go while the portal runs, each school sees its own, and are there after a restart', async () => {
    const one = await applied(server, north);
    const other = await applied(server, south);
    const { dynamic, end } = start();
    const limits: Limits = { total: 200, perOrganization: 20, documents: 50_000 };
    const ofSouth = define('south', { does: 'count' }, { organization: south.organizationId });
    expect(dynamic.want([define('north', { does: 'count' }), ofSouth])).toEqual([]);
    await whenLive(dynamic, 'north', 'south');
    expect(await read(dynamic, 'north', one.applicationId)).toMatchObject({ count: 1 });
    expect(await read(dynamic, 'north', other.applicationId)).toBeUndefined();
    expect(await read(dynamic, 'south', other.applicationId)).toMatchObject({ count: 1 });

    dynamic.want([define('north', { does: 'count' })]);
    expect(() => dynamic.collection({ name: 'south' })).toThrow('There is no projection south');
    await end();
    const before = await head();
    await applied(server, north);
    const again = start({ limits });
    again.dynamic.want([define('north', { does: 'count' })]);
    await whenLive(again.dynamic, 'north');
    expect(await head()).toBeGreaterThan(before);
    expect(await again.dynamic.waitFor(await head(), { timeoutMs: 20_000 })).toBe('reached');
    expect(await statusOf(again.dynamic, 'north')).toMatchObject({ generation: 'dynamic.north@1.1' });
    expect((await read(again.dynamic, 'north', 'all'))?.count).toBeGreaterThanOrEqual(2);
  });

  testRule('beyond its limits an organization gets none, and the others keep theirs', () => {
    const { dynamic } = start({ limits: { total: 3, perOrganization: 2, documents: 10 } });
    const named = (name: string, organization: string) => define(name, { does: 'count' }, { organization });
    const wanted = [named('a', 'n'), named('b', 'n'), named('c', 'n'), named('d', 's'), named('e', 's')];
    expect(dynamic.want([...wanted, named('a', 's'), named('../f', 's')])).toEqual([
      { name: 'c', reason: "The organization's limit of 2 is reached" },
      { name: 'e', reason: 'The limit of 3 is reached' },
      { name: 'a', reason: 'Its name is already in use' },
      { name: '../f', reason: 'Its name must have at most 100 letters, digits, - and _' },
    ]);
  });

  test('a slow one delays no command, read model or email', async () => {
    const gate = join(server.dataDir, 'gate');
    await applied(server, north);
    const { dynamic } = start();
    dynamic.want([define('held', { does: 'wait', at: gate }, { organization: null })]);
    await vi.waitFor(async () => expect(await statusOf(dynamic, 'held')).toMatchObject({ state: 'building' }), POLL);
    const email = freshEmail();
    const client = server.client();
    const { status, body } = await client.call('submitApplication', {
      body: { batchId: north.batches.Open, ...answers(email) },
    });
    expect(status).toBe(200);
    const listed = await north.staff.Owner.call('listApplications');
    expect(listed.body.map(({ _id }) => _id)).toContain(body._id);
    expect(listed.headers.get('X-Read-Model')).toBeNull();
    expect((await client.call('signup', { body: { email, password: PASSWORD } })).status).toBe(200);
    await linksTo(server.dataDir, email, '/verifyEmail');
    expect(await server.running.composition.engine.isReady()).toBe(true);
    expect(await statusOf(dynamic, 'held')).toMatchObject({ state: 'building', generation: null });
    await writeFile(gate, '');
    await whenLive(dynamic, 'held');
    expect(await read(dynamic, 'held', body._id)).toMatchObject({ count: 1 });
  });

  testRule.each([
    ['never ends', 'loop', { foldLimitMs: 1000 }, /^It did not end within 1000 ms$/],
    ['takes all memory', 'eat', { maxHeapMb: 64, foldLimitMs: 30_000 }, /^It needs more than 64 MB of memory$/],
    [
      'keeps buffers for ever',
      'buffers',
      { maxHeapMb: 64, foldLimitMs: 30_000 },
      /^It needs more than 64 MB of memory$/,
    ],
  ] as const)('one that %s is stopped by name, and the others go on', async (_, does, options, error) => {
    const { applicationId } = await applied(server, north);
    const { dynamic, problems } = start(options);
    const wanted = [define(`good-${does}`, { does: 'count' }), define(`bad-${does}`, { does, at: applicationId })];
    dynamic.want(wanted);
    await whenStopped(dynamic, `bad-${does}`, {
      eventType: 'ApplicationSubmitted',
      error: expect.stringMatching(error),
    });
    await whenLive(dynamic, `good-${does}`);
    expect(problems.join()).toContain(`The dynamic projection bad-${does} was stopped`);
    await applied(server, north);
    expect(await dynamic.waitFor(await head(), { timeoutMs: 20_000, collections: [`good-${does}`] })).toBe('reached');

    dynamic.want([...wanted, define(`further-${does}`, { does: 'count' })]);
    await whenLive(dynamic, `good-${does}`, `further-${does}`);
    expect(problems.filter((problem) => problem.includes('was stopped'))).toHaveLength(1);

    dynamic.want([define(`good-${does}`, { does: 'count' }), define(`bad-${does}`, { does: 'count' }, { version: 2 })]);
    await whenLive(dynamic, `good-${does}`, `bad-${does}`);
  });

  testRule('a thread in which something left running never ends is ended', async () => {
    await applied(server, north);
    const { dynamic, problems } = start({ foldLimitMs: 1000 });
    dynamic.want([define('stray', { does: 'stray' })]);
    await vi.waitFor(
      () => expect(problems.join()).toContain('Something that a projection left running did not end within 6000 ms'),
      POLL,
    );
  });

  testRule(
    'one whose fold throws quarantines that document, and one whose module makes nothing of its data stops alone',
    async () => {
      const { applicationId } = await applied(server, north);
      const { dynamic } = start();
      dynamic.want([
        define('throws', { does: 'throw', at: applicationId }),
        define('nowhere', { does: 'count' }, { module: `${MODULE}-that-is-not-there` }),
        define('sound', { does: 'count' }),
      ]);
      await whenLive(dynamic, 'throws', 'sound');
      const { quarantined } = (await statusOf(dynamic, 'throws')) ?? {};
      expect(quarantined).toMatchObject({ count: 1, documents: [{ id: applicationId }] });
      await whenStopped(dynamic, 'nowhere', { error: expect.stringContaining('Cannot find module') });
    },
  );

  test('an erased person is gone from them, and from their file; metrics count them all', async () => {
    const { applicationId, email } = await applied(server, north);
    const { composition } = server.running;
    const { dynamic, wanted } = composition;
    wanted.set('test', [
      define('names', { does: 'names' }),
      define('throws-once', { does: 'throw', at: applicationId }),
    ]);
    await whenLive(dynamic, 'names', 'throws-once');
    const metrics = await composition.metrics.text();
    expect(metrics).toMatch(/^intake_dynamic_projections\{state="live"\} 2$/m);
    expect(metrics).toMatch(/^intake_dynamic_projection_lag 0$/m);
    expect(metrics).toMatch(/^intake_dynamic_quarantined_documents 1$/m);
    if (composition.leading.isLeading) {
      expect(metrics).toMatch(/^intake_dynamic_rebuilds_total\{outcome="done"\} [1-9]/m);
    }
    expect(await read(dynamic, 'names', applicationId)).toMatchObject({ name: email });
    const person = await composition.privacy.findInOrganization({
      email,
      organizationId: north.organizationId,
    });
    if (!person.ok) throw new Error(person.rejection.message);
    const erased = await composition.privacy.erase(person.value, systemContext(Date.now()));
    expect(erased.ok).toBe(true);
    expect(await read(dynamic, 'names', applicationId)).toMatchObject({ name: null });
    if (!composition.stores.areDocumentsShared) {
      await vi.waitFor(async () => {
        for (const name of ['dynamic.sqlite', 'dynamic.sqlite-wal']) {
          const file = await readFile(join(server.dataDir, 'read-models', name), 'latin1');
          expect(file.includes(email), name).toBe(false);
        }
      }, POLL);
    }
    wanted.set('test', []);
  });
});
