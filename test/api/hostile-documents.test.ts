import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../../api/config/config.ts';
import { startServer } from '../../api/server.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { describeEmbedded } from '../support/adapters.ts';
import { createClient } from '../support/client.ts';
import { newInstallation, PASSPHRASE } from '../support/installation.ts';
import { appendRaw } from '../support/raw-events.ts';
import { answers, applied, createSchool, freshEmail, PROCESS, type School, signedIn } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let school: School;
let other: School;
beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'off' } });
  [school, other] = [await createSchool(server, 'hostile-school'), await createSchool(server, 'other-school')];
});
afterAll(() => server.close());

const { unstorable } = TEXTS.requests;
const [about, ...otherSteps] = PROCESS.applicationDetailsSteps;
const titled = (title: string) =>
  JSON.stringify({ ...PROCESS, applicationDetailsSteps: [{ ...about, title }, ...otherSteps] });
const FIELD = 'applicationDetailsSteps[0].title';
const LARGEST_APPEND = 1_048_576;

const statusOfProjections = async () => (await server.running.composition.engine.status()).projections;
const quarantinedIn = async (name: string) =>
  (await statusOfProjections()).find((projection) => projection.name === name)?.quarantined;

/** Reads and writes of another school that do not wait for a read model. */
async function worksAsEver({ staff, processId }: School): Promise<void> {
  const label = `Label ${crypto.randomUUID()}`;
  const changed = await staff.Admin.call('changeProcess', {
    params: { id: processId },
    body: { json: JSON.stringify({ ...PROCESS, label }) },
  });
  expect([changed.status, changed.headers.get('x-read-model')]).toEqual([200, null]);
  const read = await staff.Viewer.call('getProcess', { params: { id: processId } });
  expect([read.status, read.body]).toEqual([200, expect.stringContaining(label)]);
}

describe('what no store keeps', () => {
  test.each([
    ['NUL', 'A\0B', unstorable.nul],
    ['half of a surrogate pair', 'A\ud800B', unstorable.half],
  ])('%s inside the text of a process is refused by its field, and nothing is appended', async (_, title, message) => {
    const { log } = server.running.composition;
    const { Admin } = school.staff;
    const stream = `process-${school.processId}`;
    const before = (await log.readStream(stream)).length;
    for (const answer of [
      await Admin.call('changeProcess', { params: { id: school.processId }, body: { json: titled(title) } }),
      await Admin.call('createProcess', { body: { json: titled(title) } }),
    ]) {
      expect([answer.status, answer.problem.errors]).toEqual([422, [{ field: FIELD, message }]]);
      expect(answer.problem.message).toBe(`${FIELD}: ${message}`);
    }
    expect((await log.readStream(stream)).length).toBe(before);
    await worksAsEver(other);
  });

  test('a body with NUL is refused by its field, whatever it is for', async () => {
    const visitor = server.client({ organizationId: school.organizationId });
    const submitted = await visitor.call('submitApplication', {
      body: { batchId: school.batches.Open, ...answers(freshEmail()), firstName: 'A\0B' },
    });
    expect([submitted.status, submitted.problem.errors]).toEqual([
      422,
      [{ field: 'firstName', message: unstorable.nul }],
    ]);
    const { client } = await applied(server, school);
    const draft = await client.call('saveDraft', {
      params: { form: 'a-form' },
      body: { values: { answers: ['fine', 'A\0B'] } },
    });
    expect([draft.status, draft.problem.errors]).toEqual([
      422,
      [{ field: 'values.answers[1]', message: unstorable.nul }],
    ]);
    const preference = await client.call('changePreferences', { body: { theme: 'A\0B' } });
    expect(preference.status).toBe(422);
  });

  test('NUL in an address or a query is refused for every caller', async () => {
    const paths = ['/api/applications/%00', '/api/batches?status=%00', '/enroll/%00', '/%00', '/api/files/a%00b'];
    for (const path of paths) {
      for (const client of [school.staff.Owner, server.client({ organizationId: school.organizationId })]) {
        expect([path, (await client.raw({ method: 'GET', path })).status]).toEqual([path, 400]);
      }
    }
    const halves = ['/api/applications/%ED%A0%80', '/api/batches?status=%ED%A0%80', '/%ED%A0%80'];
    for (const path of halves) {
      expect((await school.staff.Owner.raw({ method: 'GET', path })).status).toBeLessThan(500);
    }
  });

  test('more than the log takes at once is refused by the largest field, and nothing is appended', async () => {
    const { log } = server.running.composition;
    // The event writes out the defaults that the config omits.
    const fields = Array.from({ length: 180 }, (_, n) => ({ name: `f${n}`, label: '' }));
    const steps = Array.from({ length: 110 }, (_, n) => ({ _id: `s${n}`, title: 'T', configuration: { fields } }));
    const stream = `process-${school.processId}`;
    const before = (await log.readStream(stream)).length;
    const { status, problem } = await school.staff.Admin.call('changeProcess', {
      params: { id: school.processId },
      body: { json: JSON.stringify({ ...PROCESS, applicationDetailsSteps: steps }) },
    });
    const message = unstorable.tooLarge(LARGEST_APPEND);
    expect([status, problem.errors]).toEqual([422, [{ field: 'applicationDetailsSteps', message }]]);
    expect((await log.readStream(stream)).length).toBe(before);
  });
});

describe('a log that holds such a document', () => {
  test('shows it with replacement characters, lets its school repair it, and blocks nothing else', async () => {
    const { composition } = server.running;
    const poisoned = { ...PROCESS, applicationDetailsSteps: [{ ...about, title: 'About\0you \ud800' }, ...otherSteps] };
    const stream = `process-${school.processId}`;
    const position = await appendRaw(composition, stream, 'ProcessChanged', { config: poisoned });
    expect(await composition.engine.waitFor(position, { timeoutMs: 20_000 })).toBe('reached');
    await worksAsEver(other);
    const { Admin } = school.staff;
    const shown = await Admin.call('getProcess', { params: { id: school.processId } });
    expect(shown.body).toContain('About\ufffdyou \ufffd');
    const repaired = await Admin.call('changeProcess', {
      params: { id: school.processId },
      body: { json: titled('About you') },
    });
    expect([repaired.status, repaired.headers.get('x-read-model')]).toEqual([200, null]);
    expect((await Admin.call('getProcess', { params: { id: school.processId } })).body).toContain('"About you"');
    expect((await quarantinedIn('processes'))?.count).toBe(0);
    expect((await server.client().call('readyz')).status).toBe(200);
  });

  test('that no read model can take: that document alone stays behind, and every report names it', async () => {
    const { composition } = server.running;
    const { body: doomed } = await school.staff.Admin.call('createProcess', { body: { json: titled('About you') } });
    const stream = `process-${doomed._id}`;
    const hostile = { config: { ...PROCESS, label: 'Hostile', 'a.b': 1 } };
    const position = await appendRaw(composition, stream, 'ProcessChanged', hostile);
    expect(await composition.engine.waitFor(position, { timeoutMs: 20_000 })).toBe('reached');
    await worksAsEver(other);
    await worksAsEver(school);
    const kept = await school.staff.Admin.call('getProcess', { params: { id: doomed._id } });
    expect([kept.status, kept.body]).toEqual([200, expect.stringContaining('"About you"')]);

    const readyz = await server.client().call('readyz');
    const named = { projection: 'processes', count: 1, ids: [doomed._id] };
    expect([readyz.status, readyz.body.quarantined]).toEqual([200, [named]]);
    const stranger = await fetch(`${server.url}/readyz`, { headers: { 'X-Forwarded-For': '203.0.113.9' } });
    expect(await stranger.json()).toEqual({
      status: 'ready',
      quarantined: [{ projection: 'processes', count: 1 }],
      backups: { state: 'off' },
      warnings: [],
    });
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toMatch(/^intake_projection_quarantined_documents\{projection="processes"\} 1$/m);
    expect(metrics).toMatch(/^intake_projection_state\{projection="processes",state="live"\} 1$/m);
    const record = { id: doomed._id, eventType: 'ProcessChanged', missed: 0 };
    expect(await quarantinedIn('processes')).toMatchObject({ count: 1, documents: [record] });

    await school.staff.Admin.call('changeProcess', { params: { id: doomed._id }, body: { json: titled('Repaired') } });
    await vi.waitUntil(async () => (await quarantinedIn('processes'))?.documents[0]?.missed === 1, 20_000);
    const differences = await Array.fromAsync(composition.engine.compareWithFreshFold(['processes']));
    expect(differences).toEqual([]);
    await composition.engine.rebuild('processes');
    expect(await quarantinedIn('processes')).toMatchObject({ count: 1, documents: [{ ...record, missed: 1 }] });

    server = await server.restart();
    await server.running.composition.engine.whenReady();
    expect(await quarantinedIn('processes')).toMatchObject({ count: 1, documents: [{ ...record, missed: 1 }] });
    expect((await server.client().call('readyz')).status).toBe(200);
  });
});

const unpack = promisify(execFile);
const OLD = join(import.meta.dirname, '../support/installation-of-abcc21b.tgz');
/** The fixture holds two schools, one poisoned process, and the faulted read model `processes`. */
const FIXTURE = {
  poisoned: {
    organizationId: '70498b38-a400-5580-91a6-cf776eac7b98',
    processId: '78c67491-10d5-561e-8316-9f061d219ce1',
  },
  other: { organizationId: '6a6fe588-80d2-51d9-87de-f73c5c23ff77', processId: 'cef7720a-90c1-5d12-8783-08df338ec3da' },
};
/** The lines of its events, as the version that wrote them exports them. */
const EXPORTED = { events: 36, sha256: 'd4ca85cfd7b248fad42ffafb977d46318875e9b6aa95fb0b1f4208f5e6cf0a2b' };

describeEmbedded('an installation of the version before', () => {
  test('with a poisoned process and a faulted read model starts, heals and verifies; its events are exported byte for byte as before, and move on to another log', async () => {
    const installation = await newInstallation();
    const moved = await newInstallation();
    await unpack('tar', ['xzf', OLD, '-C', installation.directory]);
    const environment = { PORT: '0', DEMO: '0', LOG_LEVEL: 'silent', DATA_DIR: installation.directory };
    const running = await startServer(readConfig(environment));
    const host = {
      client: (options?: { organizationId?: string }) => createClient(running.url, options),
    };
    await vi.waitUntil(async () => (await host.client().call('readyz')).status === 200, 20_000);
    const { projections } = await running.composition.engine.status();
    for (const { name, state, lag, quarantined } of projections) {
      expect([name, state, lag, quarantined.count]).toEqual([name, 'live', 0, 0]);
    }
    const other = await signedIn(host, 'admin@other-school.example', FIXTURE.other.organizationId);
    expect((await other.call('getProcess', { params: { id: FIXTURE.other.processId } })).body).toContain('"Later"');
    const { organizationId, processId } = FIXTURE.poisoned;
    const admin = await signedIn(host, 'admin@hostile-school.example', organizationId);
    expect((await admin.call('getProcess', { params: { id: processId } })).body).toContain('About\ufffdyou');
    const repaired = await admin.call('changeProcess', {
      params: { id: processId },
      body: { json: titled('About you') },
    });
    expect([repaired.status, repaired.headers.get('x-read-model')]).toEqual([200, null]);
    await running.close();

    const verified = await installation.operate('verify');
    expect(verified).toMatchObject({ isSound: true, problems: [], areReadModelsCompared: true, quarantined: [] });
    const file = join(moved.directory, 'log.ndjson');
    await installation.operate('events export', { file, passphrase: PASSPHRASE });
    await moved.import(file);
    expect(await moved.operate('verify')).toMatchObject({ isSound: true, areReadModelsCompared: true });
    const lines = (await readFile(file, 'utf8')).split('\n');
    const former = lines.slice(1, 1 + EXPORTED.events).join('\n');
    expect(createHash('sha256').update(former).digest('hex')).toBe(EXPORTED.sha256);
    const long = lines.findIndex((line) => line.includes('"type":"ProcessChanged"'));
    const { data, ...event } = JSON.parse(lines[long] as string);
    lines[long] = JSON.stringify({ ...event, data: data.padEnd(LARGEST_APPEND) });
    await writeFile(file, lines.join('\n'));
    const empty = await newInstallation();
    const refused = await empty.import(file).catch(({ message }: Error) => message);
    expect(refused).toMatch(/line \d+.*An append holds at most 1048576 bytes/s);
    expect(refused).not.toContain('\n');
    for (const { directory } of [installation, moved, empty]) await rm(directory, { recursive: true, force: true });
  });
});
