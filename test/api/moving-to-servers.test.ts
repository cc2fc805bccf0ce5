import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_APPLICANT, DEMO_PASSWORD, SCHOOL, STAFF } from '../../api/operator/demo/school.ts';
import { startServer } from '../../api/server.ts';
import { openTestStores } from '../support/adapters.ts';
import { createClient } from '../support/client.ts';
import { type Installation, installationIn, PASSPHRASE } from '../support/installation.ts';

/** Timeout on a busy machine. */
const LONG = 240_000;
const FILE_ID = 'f0e1d2c3-a-file';
const PICTURE = Buffer.from('a picture');
const SECRET = 'SG.secret-of-the-school';
const MASTER_KEY = randomBytes(32).toString('base64');

describe('everything that an installation has, on EventStoreDB and MongoDB', { timeout: LONG }, () => {
  let home: string;
  let embedded: Installation;
  let served: Installation;
  let events: number;
  let pulled: Awaited<ReturnType<typeof pullFrom>>;
  const closing: (() => Promise<void>)[] = [];
  const inHome = (name: string) => join(home, name);
  const newServers = async (name: string) => {
    const stores = await openTestStores(inHome(name), 'servers');
    closing.push(stores.close);
    return installationIn(inHome(name), { ...stores.environment, MASTER_KEY });
  };
  /** Two pages of the feed, the second after a cursor. */
  const pullFrom = async (url: string, after?: string) => {
    const owner = createClient(url);
    await owner.call('login', { body: { email: STAFF[0].email, password: DEMO_PASSWORD } });
    const first = after ?? (await owner.call('pullEvents', { query: { limit: '7' } })).body.next;
    const { body } = await owner.call('pullEvents', { query: { after: first, limit: '1000' } });
    return { after: first, ids: body.events.map(({ id }) => id), bodies: JSON.stringify(body.events) };
  };
  /** Also checks what no event holds: passwords, files and secrets. */
  const expectEverythingIn = async (target: Installation) => {
    // On servers the command only queues the work; the portal folds.
    const server = await startServer(target.config);
    try {
      const { stores, environment, engine } = server.composition;
      await engine.whenReady();
      expect(await target.operate('verify')).toMatchObject({ isSound: true, events, areReadModelsCompared: true });
      expect(await stores.files.get(FILE_ID)).toEqual(PICTURE);
      expect(await environment.secrets.get('a-secret')).toBe(SECRET);
      const login = { body: { email: DEMO_APPLICANT, password: DEMO_PASSWORD } };
      expect(await createClient(server.url).call('login', login)).toMatchObject({
        status: 200,
        body: { email: DEMO_APPLICANT },
      });
      expect(await pullFrom(server.url, pulled.after)).toEqual(pulled);
    } finally {
      await server.close();
    }
  };

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'intake-to-servers-'));
    embedded = installationIn(inHome('embedded'));
    await embedded.operate('demo', { applications: 5 });
    await embedded.during(async ({ stores, environment }) => {
      await stores.files.put(FILE_ID, PICTURE);
      await environment.secrets.put('a-secret', SECRET, 'org');
    });
    const server = await startServer(embedded.config);
    await server.composition.engine.whenReady();
    pulled = await pullFrom(server.url).finally(() => server.close());
    expect(pulled.ids.length).toBeGreaterThan(5);
    await embedded.operate('events export', { file: inHome('embedded.ndjson'), passphrase: PASSPHRASE });
    served = await newServers('served');
    const moved = await served.import(inHome('embedded.ndjson'));
    expect(moved).toMatchObject({ standing: 0, belongings: { files: 1 } });
    events = moved.events;
  }, LONG);
  afterAll(async () => {
    for (const close of closing) await close();
    await rm(home, { recursive: true, force: true });
  });

  test('has moved there from files, and moves back into files', async () => {
    await expectEverythingIn(served);
    await served.operate('events export', { file: inHome('served.ndjson'), passphrase: PASSPHRASE });
    const back = installationIn(inHome('back'));
    expect(await back.import(inHome('served.ndjson'))).toMatchObject({ standing: 0, belongings: { files: 1 } });
    await expectEverythingIn(back);
  });

  test('is there to be left by one school alone, for files of its own', async () => {
    const school = { file: inHome('school.ndjson'), passphrase: PASSPHRASE, organization: SCHOOL.slug };
    await served.operate('events export', school);
    const own = installationIn(inHome('own'));
    expect(await own.import(school.file)).toMatchObject({ standing: 0 });
    const server = await startServer(own.config);
    try {
      await server.composition.engine.whenReady();
      expect(await own.operate('verify')).toMatchObject({ isSound: true, areReadModelsCompared: true });
      expect(await pullFrom(server.url, pulled.after)).toEqual(pulled);
    } finally {
      await server.close();
    }
  });

  test('is in a backup made there, which an empty pair of servers takes in', async () => {
    await served.operate('backup', { directory: inHome('backup') });
    const restored = await newServers('restored');
    expect(await restored.restore(inHome('backup'))).toMatchObject({ erased: 0, belongings: { files: 1 } });
    await expectEverythingIn(restored);
  });
});
