import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer } from '../../api/server.ts';
import { openStores } from '../../api/stores.ts';
import { DEMO_APPLICANT, DEMO_PASSWORD } from '../../commands/demo/school.ts';
import { handle } from '../../commands/handle.ts';
import { findAccount } from '../../commands/user/find-account.ts';
import { bindToLog, LogRefused } from '../../commands/vault/own-log.ts';
import { application } from '../../domain/application/application.ts';
import { user } from '../../domain/user/user.ts';
import { describeEmbedded } from '../support/adapters.ts';
import { createClient } from '../support/client.ts';
import { contextBy } from '../support/command-environment.ts';
import { type Installation, installationIn, newInstallation } from '../support/installation.ts';

const ERASE = [{ type: 'ErasePersonalData', data: {} }] as const;

describeEmbedded('a backup', () => {
  let home: string;
  let source: Installation;
  /** Made before anybody was erased. */
  let early: string;
  let erasedUser: string;
  let erasedApplication: string;
  const inHome = (name: string) => join(home, name);
  /** An empty installation that has been given the master key. */
  const newTarget = async (name: string) => {
    const target = installationIn(inHome(name));
    await mkdir(target.directory);
    await copyFile(join(source.directory, 'master.key'), join(target.directory, 'master.key'));
    return target;
  };
  const signIn = async (target: Installation) => {
    const server = await startServer(target.config);
    try {
      const body = { email: DEMO_APPLICANT, password: DEMO_PASSWORD };
      return (await createClient(server.url).call('login', { body })).status;
    } finally {
      await server.close();
    }
  };
  const emailOf = (target: Installation, applicationId: string) =>
    target.during(async ({ readModels }) => (await readModels.applications.get(applicationId))?.email);

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'intake-backup-'));
    source = await newInstallation();
    await source.operate('demo', { applications: 30 });
    early = inHome('early');
    await source.operate('backup', { directory: early });
    await source.during(async ({ environment, keys, readModels }) => {
      const { userId } = await findAccount(environment, DEMO_APPLICANT);
      const { documents } = await readModels.applications.find({}, { limit: 1 });
      erasedUser = userId;
      erasedApplication = documents[0]?._id as string;
      const at = new Date().toISOString();
      for (const subject of [`user-${erasedUser}`, `application-${erasedApplication}`, 'application-came-later']) {
        await keys.erase(subject, at);
      }
      await handle(environment, user, erasedUser, ERASE, contextBy());
      await handle(environment, application, erasedApplication, ERASE, contextBy());
    });
    await source.operate('backup', { directory: inHome('late') });
    await source.operate('erasures export', { file: inHome('erasures.ndjson') });
  }, 120_000);
  afterAll(async () => {
    await rm(source.directory, { recursive: true, force: true });
    await rm(home, { recursive: true, force: true });
  });

  test('put back is the installation as it was', async () => {
    const target = await newTarget('restored');
    const manifest = JSON.parse(await readFile(join(early, 'manifest.json'), 'utf8'));
    const { events, digest } = manifest.events;
    expect(await target.restore(early)).toMatchObject({ events, digest, erased: 0 });
    expect(await target.operate('verify')).toMatchObject({ isSound: true, events });
    expect(await emailOf(target, erasedApplication)).toContain('@');
    expect(await signIn(target)).toBe(200);
    expect(await target.operate('organization list')).toEqual(await source.operate('organization list'));
  });

  test.each(['erasures.ndjson', 'late'])('keeps people erased who were erased since, as %s tells', async (told) => {
    const target = await newTarget(`kept-erased-by-${told}`);
    expect(await target.restore(early, { erasures: inHome(told) })).toMatchObject({ erased: 2 });
    expect(await emailOf(target, erasedApplication)).toBeNull();
    expect(await signIn(target)).toBe(401);
    await target.during(async ({ keys, stores }) => {
      const subjects = [`user-${erasedUser}`, `application-${erasedApplication}`, 'application-came-later'];
      expect([...(await keys.getMany(subjects)).values()]).toEqual(['erased', 'erased']);
      const passwords = stores.vault.collection<{ _id: string; userId: string }>({
        name: 'passwords',
        indexes: ['userId'],
      });
      expect((await passwords.find({ userId: erasedUser })).documents).toEqual([]);
    });
    expect(await target.operate('verify')).toMatchObject({ isSound: true });
    // The key was never written here, so no deleted page holds it either.
    const key = await keyIn(early, `application-${erasedApplication}`);
    expect((await readFile(join(target.directory, 'vault.sqlite'))).includes(key)).toBe(false);
  });

  const keyIn = async (backup: string, subject: string): Promise<string> => {
    const lines = (await readFile(join(backup, 'vault.ndjson'), 'utf8')).split('\n');
    const line = lines.find((text) => text.includes(`"_id":"${subject}"`) && text.includes('"subjectKeys"'));
    return JSON.parse(line as string).document.key;
  };

  test('opens under its own master key alone, which is no part of it', async () => {
    const without = installationIn(inHome('without-a-key'));
    await expect(without.restore(early)).rejects.toThrow(/^The backup is sealed, and the key is not part of it\./);
    expect(existsSync(join(without.directory, 'master.key'))).toBe(false);
    const other = installationIn(inHome('other-key'), { MASTER_KEY: randomBytes(32).toString('base64') });
    await expect(other.restore(early)).rejects.toThrow('MASTER_KEY is not the key that this backup was sealed with');
    expect(await other.head()).toBe(0n);
    const masterKey = (await readFile(join(source.directory, 'master.key'), 'utf8')).trim();
    for (const name of await readdir(early)) {
      expect(await readFile(join(early, name), 'utf8')).not.toContain(masterKey);
    }
  });

  test('that is not finished, or has changed, is refused', async () => {
    const target = await newTarget('refusing');
    await expect(target.restore(inHome('nowhere'))).rejects.toThrow('is no finished backup');
    await mkdir(inHome('half'));
    await copyFile(join(early, 'events.ndjson'), inHome('half/events.ndjson'));
    await expect(target.restore(inHome('half'))).rejects.toThrow('is no finished backup');
    for (const name of await readdir(early)) await copyFile(join(early, name), inHome(`half/${name}`));
    const vault = await readFile(inHome('half/vault.ndjson'), 'utf8');
    await writeFile(inHome('half/vault.ndjson'), vault.replace('"passes":2', '"passes":1'));
    await expect(target.restore(inHome('half'))).rejects.toThrow('vault.ndjson has changed since the backup was made');
    await expect(target.restore(early, { erasures: join(early, 'events.ndjson') })).rejects.toThrow(
      'neither a backup nor written by "intake erasures export"',
    );
    expect(await target.head()).toBe(0n);
  });

  test('never takes the place of another, and clears away what one before it left unfinished', async () => {
    await expect(source.operate('backup', { directory: early })).rejects.toThrow('is there already');
    await mkdir(inHome('again.unfinished'));
    await writeFile(inHome('again.unfinished/events.ndjson'), 'half');
    await source.operate('backup', { directory: inHome('again') });
    expect(existsSync(inHome('again.unfinished'))).toBe(false);
    expect(existsSync(inHome('again/manifest.json'))).toBe(true);
  });

  test('is not made of a log that has lost its past', async () => {
    const target = await newTarget('exchanged');
    await target.restore(early);
    for (const suffix of ['', '-wal', '-shm']) {
      await rm(join(target.directory, `events.sqlite${suffix}`), { force: true });
    }
    const empty = await newInstallation();
    await empty.head();
    await rename(join(empty.directory, 'events.sqlite'), join(target.directory, 'events.sqlite'));
    await expect(target.operate('backup', { directory: inHome('of-nothing') })).rejects.toThrow(LogRefused);
    const { vault, eventStore, close } = await openStores(target.config);
    await bindToLog(vault, eventStore);
    await close();
    await expect(target.operate('backup', { directory: inHome('of-nothing') })).rejects.toThrow(
      /^The log is damaged\. "intake verify" tells more\. /,
    );
    expect(existsSync(inHome('of-nothing'))).toBe(false);
    await rm(empty.directory, { recursive: true });
  });
});
