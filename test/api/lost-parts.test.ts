import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Composition } from '../../api/composition/composition.ts';
import { DEMO_APPLICANT, DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { createOperator } from '../../api/operator/operations.ts';
import { type RunningServer, startServer } from '../../api/server.ts';
import { openStores, type Stores } from '../../api/storage/stores.ts';
import { LogRefused } from '../../commands/event-store/own-log.ts';
import { uploadFile } from '../../commands/file/upload-file.ts';
import { connectMongo } from '../../projections/document-store/mongodb/connection.ts';
import { openTestStores, type TestStores, testRule } from '../support/adapters.ts';
import { createClient } from '../support/client.ts';
import { contextBy } from '../support/command-environment.ts';
import { type Installation, installationIn } from '../support/installation.ts';
import { SAMPLE_FILES } from '../support/sample-files.ts';
import { accepted } from '../support/school.ts';

const MASTER_KEY = Buffer.alloc(32, 9).toString('base64');

let home: string;
let source: Installation;
let backup: string;
let fileId: string;
let applicant: { readonly id: string; readonly email: string };
const inHome = (name: string) => join(home, name);

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'intake-lost-parts-'));
  source = installationIn(inHome('source'), { MASTER_KEY });
  await source.operate('demo', { applications: 5 });
  fileId = await source.during((composition) => upload(composition));
  applicant = await source.during(async ({ readModels }) => {
    const { documents } = await readModels.applications.find({}, { limit: 10 });
    const one = documents.find(({ email }) => email !== null && email !== DEMO_APPLICANT);
    return { id: one?._id as string, email: one?.email as string };
  });
  backup = inHome('backup');
  await source.operate('backup', { directory: backup });
});
afterAll(() => rm(home, { recursive: true, force: true }));

async function upload({ environment, engine }: Composition): Promise<string> {
  const answer = { target: 'answer', targetId: null, uploadType: null, label: 'CV' } as const;
  const file = { fileName: 'cv.pdf', bytes: SAMPLE_FILES.pdf, address: '127.0.0.1', isTooLarge: false };
  const organizationId = crypto.randomUUID();
  const uploaded = accepted(
    await uploadFile(environment, { organizationId, uploaderEmail: null, ...answer, ...file }, contextBy()),
  );
  await engine.waitFor(uploaded.position);
  return uploaded.id;
}

/** An installation on the stores under test, in the backup's state. */
let target: Installation;
let stores: TestStores;
beforeEach(async () => {
  const directory = await mkdtemp(join(home, 'target-'));
  stores = await openTestStores(directory);
  target = installationIn(directory, { ...stores.environment, MASTER_KEY });
  await target.restore(backup);
});
afterEach(() => stores.close());

/** Runs the work beside a server that, on servers, also leads. */
async function serving<Answer>(work: (server: RunningServer) => Promise<Answer>): Promise<Answer> {
  const server = await startServer(target.config);
  try {
    await server.composition.engine.whenReady();
    return await work(server);
  } finally {
    await server.close();
  }
}
const operating = <Answer>(name: string, input: unknown = {}) =>
  serving(({ composition }) => createOperator(composition)(name, input, () => {}) as Promise<Answer>);
const signIn = (password = DEMO_PASSWORD) =>
  serving(async ({ url }) => {
    const { status } = await createClient(url).call('login', { body: { email: DEMO_APPLICANT, password } });
    return status;
  });

async function inStores<Answer>(work: (opened: Stores) => Promise<Answer>): Promise<Answer> {
  const opened = await openStores(target.config);
  return work(opened).finally(opened.close);
}

/** On servers, one database holds both files and vault. */
async function loseVault(): Promise<void> {
  if (target.config.mongodbUrl !== undefined) {
    const connection = await connectMongo(target.config.mongodbUrl);
    await connection.vault.dropDatabase();
    await connection.close();
    return;
  }
  for (const suffix of ['', '-wal', '-shm']) await rm(join(target.directory, `vault.sqlite${suffix}`), { force: true });
}

const expectGuarded = () => expect(startServer(target.config)).rejects.toThrow(LogRefused);

test('a lost vault: no server starts beside the log until the vault is back, and then all is as it was', async () => {
  await loseVault();
  await expectGuarded();
  const { events, behind, belongings, faults } = await target.restore(backup);
  const held = JSON.parse(await readFile(join(backup, 'manifest.json'), 'utf8'));
  expect({ events, behind, faults }).toEqual({ events: held.events.events, behind: 0, faults: [] });
  expect(belongings).toMatchObject({ documents: held.vault.documents });
  expect(await operating('verify')).toMatchObject({ isSound: true, files: { named: 1, missing: 0, damaged: 0 } });
  expect(await signIn()).toBe(200);
  expect(await inStores(({ files }) => files.get(fileId))).toEqual(SAMPLE_FILES.pdf);
});

testRule(
  'a lost vault whose backup is too old: nothing is done by halves, and a later backup brings it back',
  async () => {
    const later = inHome(`later-${crypto.randomUUID()}`);
    await serving(async ({ url, composition }) => {
      const body = { email: 'newcomer@example.org', password: 'a-long-and-quiet-night' };
      expect((await createClient(url).call('signup', { body })).status).toBe(200);
      await createOperator(composition)('backup', { directory: later }, () => {});
    });
    await loseVault();
    await expect(target.restore(backup)).rejects.toThrow(
      /^The log here holds personal data under 1 key that is neither here nor in backup: user-\S+\. It continues for \d+ events after backup\. Nothing has been changed\. Restore a later backup,/,
    );
    await expectGuarded();
    await target.restore(later);
    expect(await operating('verify')).toMatchObject({ isSound: true, problems: [] });
    expect(await signIn()).toBe(200);
  },
);

test('a lost vault and an older backup: what needs no newer keys stays, and the erased stay erased', async () => {
  await serving(async ({ composition }) => {
    const operate = createOperator(composition);
    await operate('user grant-creator', { email: DEMO_APPLICANT }, () => {});
    await operate('forget', { email: applicant.email }, () => {});
  });
  await loseVault();
  const { behind } = await target.restore(backup);
  expect(behind).toBeGreaterThan(1);
  await serving(async ({ composition: { keys, readModels } }) => {
    const subject = `application-${applicant.id}`;
    expect([...(await keys.getMany([subject])).values()]).toEqual(['erased']);
    expect((await readModels.applications.get(applicant.id))?.email).toBeNull();
  });
  expect(await operating('verify')).toMatchObject({ isSound: true, problems: [] });
  expect(await signIn()).toBe(200);
});

test('part of a vault is lost: its keys come back, and nothing else of it is as it was then', async () => {
  const { password } = await operating<{ password: string }>('demo password');
  await inStores(({ vault }) =>
    vault.collection({ name: 'subjectKeys', indexes: [] }).delete(`application-${applicant.id}`),
  );
  expect(await operating('verify')).toMatchObject({ isSound: false });
  expect(await target.restore(backup)).toMatchObject({ belongings: { documents: 1, files: 0 } });
  expect(await operating('verify')).toMatchObject({ isSound: true, problems: [] });
  expect(await signIn(password)).toBe(200);
});

test('lost and damaged files are named, and come back where a backup has them', async () => {
  const since = await serving(({ composition }) => upload(composition));
  await inStores(async ({ files }) => {
    await files.put(fileId, Buffer.from('not what was uploaded'));
    await files.delete(since);
  });
  const damaged = await operating<{ problems: string[] }>('verify');
  expect(damaged).toMatchObject({ isSound: false, files: { named: 2, missing: 1, damaged: 1 } });
  expect(damaged.problems.join('\n')).toContain(`The file ${fileId} is damaged (answer, `);
  await serving(async ({ composition }) => {
    await expect.poll(() => composition.metrics.text()).toContain('intake_uploaded_files_faulty{fault="missing"} 1');
    expect(await composition.metrics.text()).toContain('intake_uploaded_files_faulty{fault="damaged"} 1');
  });
  const restored = await target.restore(backup);
  expect(restored).toMatchObject({ belongings: { documents: 0, files: 1 }, faults: [{ id: since, fault: 'missing' }] });
  expect(await inStores(({ files }) => files.get(fileId))).toEqual(SAMPLE_FILES.pdf);
  expect(await operating('verify')).toMatchObject({ files: { named: 2, missing: 1, damaged: 0 } });
});

testRule('where nothing is lost, nothing is changed', async () => {
  const { password } = await operating<{ password: string }>('demo password');
  expect(await target.restore(backup)).toMatchObject({ belongings: null, faults: [], erased: 0 });
  expect(await signIn(password)).toBe(200);
});

testRule('a vault that was begun anew is not mixed with the one of the backup', async () => {
  await loseVault();
  const other = installationIn(inHome(`other-${crypto.randomUUID()}`), { MASTER_KEY });
  await other.operate('demo', { applications: 1 });
  const foreign = await openStores(other.config);
  await inStores(async ({ vault }) => {
    for (const name of ['identity', 'subjectKeys'] as const) {
      const { documents } = await foreign.vault.collection({ name, indexes: [] }).find({});
      for (const document of documents) await vault.collection({ name, indexes: [] }).insert(document);
    }
  });
  await foreign.close();
  await expect(target.restore(backup)).rejects.toThrow(/^The vault here is not the one that backup was made of/);
});

testRule('a backup of another installation is refused', async () => {
  const other = installationIn(inHome(`another-${crypto.randomUUID()}`), { MASTER_KEY });
  await other.operate('demo', { applications: 1 });
  const foreign = inHome(`foreign-${crypto.randomUUID()}`);
  await other.operate('backup', { directory: foreign });
  await loseVault();
  await expect(target.restore(foreign)).rejects.toThrow(/^The log here is a different one: at event 1 of foreign-/);
  await expectGuarded();
});
