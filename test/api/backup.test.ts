import { hash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_APPLICANT, DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { startServer } from '../../api/server.ts';
import { openStores } from '../../api/storage/stores.ts';
import { bindToLog, LogRefused } from '../../commands/event-store/own-log.ts';
import { handle } from '../../commands/handling/handle.ts';
import type { Manifest } from '../../commands/transfer/manifest.ts';
import { findAccount } from '../../commands/user/find-account.ts';
import { application } from '../../domain/application/application.ts';
import { file } from '../../domain/file/file.ts';
import { user } from '../../domain/user/user.ts';
import { describeEmbedded } from '../support/adapters.ts';
import { createClient } from '../support/client.ts';
import { contextBy } from '../support/command-environment.ts';
import { type Installation, installationIn, newInstallation, PASSPHRASE } from '../support/installation.ts';
import { intakeInProcess } from '../support/intake-in-process.ts';
import { SAMPLE_FILES } from '../support/sample-files.ts';

const uploadOf = (size: number) => ({
  type: 'RecordUpload' as const,
  data: {
    organizationId: 'school',
    target: 'answer' as const,
    targetId: null,
    uploadType: null,
    mediaType: 'application/pdf',
    size,
    fileName: 'diploma.pdf',
    uploaderEmail: null,
  },
});

const ERASE = [{ type: 'ErasePersonalData', data: {} }] as const;

describeEmbedded('a backup', () => {
  let home: string;
  let source: Installation;
  let early: string;
  let erasedUser: string;
  let erasedApplication: string;
  const inHome = (name: string) => join(home, name);
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
    await source.operate('events export', { file: inHome('early.ndjson'), passphrase: PASSPHRASE });
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
    const belongings = { documents: manifest.vault.documents, files: manifest.files.files };
    expect(await target.restore(early)).toMatchObject({ events, digest, belongings, erased: 0, faults: [] });
    expect(await target.operate('verify')).toMatchObject({ isSound: true, events });
    expect(await emailOf(target, erasedApplication)).toContain('@');
    expect(await signIn(target)).toBe(200);
    expect(await target.operate('organization list')).toEqual(await source.operate('organization list'));
  });

  test.each(['erasures.ndjson', 'late'])('keeps people erased who were erased later, according to %s', async (told) => {
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
    // The key was never written here, so deleted pages do not hold it.
    const key = await keyIn(early, `application-${erasedApplication}`);
    expect((await readFile(join(target.directory, 'vault.sqlite'))).includes(key)).toBe(false);
  });

  test('or an export of then, imported under another master key, also keeps them erased', async () => {
    const target = installationIn(inHome('imported'));
    const erasures = inHome('erasures.ndjson');
    expect(await target.import(inHome('early.ndjson'), { erasures })).toMatchObject({ erased: 2 });
    expect(await emailOf(target, erasedApplication)).toBeNull();
  });

  test('keeps people erased who were erased while no server ran, according to the list beside it', async () => {
    const folder = inHome('folder');
    const old = await newTarget('forgetting');
    await old.restore(early);
    const forgetting = installationIn(old.directory, { BACKUP_DIR: folder });
    const forget = (email: string) => forgetting.operate('forget', { email });
    const others = await old.during(async ({ readModels }) => (await readModels.applications.find({})).documents);
    const someoneElse = others.find(({ email }) => email !== DEMO_APPLICANT)?.email ?? '';
    expect(await forget(someoneElse)).toMatchObject({
      notListed: expect.stringMatching(/folder cannot be read \(ENOENT\)\. Mount or make it/),
    });
    await mkdir(folder);
    expect(await forget(DEMO_APPLICANT)).toMatchObject({ notListed: null });
    await cp(early, join(folder, 'early'), { recursive: true });
    const target = await newTarget('restored-beside-the-list');
    await target.restore(join(folder, 'early'));
    for (const email of [DEMO_APPLICANT, someoneElse]) {
      expect(await target.operate('person find', { email })).toMatchObject({ hasAccount: false, applications: 0 });
    }
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

  test('under a passphrase shows nothing of what it holds, and opens with it alone', async () => {
    const sealed = inHome('sealed');
    const { events, vault } = await source.operate<Manifest>('backup', { directory: sealed, passphrase: PASSPHRASE });
    for (const { file } of [events, vault]) {
      const text = await readFile(join(sealed, file), 'utf8');
      expect(text).not.toMatch(/intake|application|subjectKeys|UserRegistered/);
    }
    const target = await newTarget('opened');
    const wrong = { passphrase: async () => 'another lantern elsewhere' };
    await expect(target.restore(sealed, wrong)).rejects.toThrow(`The passphrase does not open ${sealed}.`);
    expect(await target.head()).toBe(0n);
    expect(await target.restore(sealed, { erasures: sealed })).toMatchObject({ events: events.events });
    expect(await target.operate('verify')).toMatchObject({ isSound: true });
    expect(await target.operate('organization list')).toEqual(await source.operate('organization list'));
    const short = source.operate('backup', { directory: inHome('short'), passphrase: 'too short' });
    await expect(short).rejects.toThrow('12 characters at least');
    expect(existsSync(inHome('short.unfinished'))).toBe(false);
  });

  test('under a passphrase is refused if its lines were reordered and its checksums recomputed', async () => {
    const sealed = inHome('moved-lines');
    const manifest = await source.operate<Manifest>('backup', { directory: sealed, passphrase: PASSPHRASE });
    const lines = (await readFile(join(sealed, 'vault.ndjson'), 'utf8')).split('\n');
    const moved = [lines[1], lines[0], ...lines.slice(2)].join('\n');
    await writeFile(join(sealed, 'vault.ndjson'), moved);
    const vault = { ...manifest.vault, sha256: hash('sha256', moved) };
    await writeFile(join(sealed, 'manifest.json'), JSON.stringify({ ...manifest, vault }));
    const target = await newTarget('refusing-moved-lines');
    await expect(target.restore(sealed)).rejects.toThrow('vault.ndjson, line 1: is not what was sealed at this place');
    expect(await target.head()).toBe(0n);
  });

  test('holds all but the files that are missing or damaged, and names those, as the restore of it does', async () => {
    const damagedSource = await newTarget('with-lost-files');
    await damagedSource.restore(early);
    const [kept, missing, damaged, unnamed] = ['kept-file', 'missing-file', 'damaged-file', 'unnamed-file'];
    await damagedSource.during(async ({ environment }) => {
      for (const id of [kept, missing, damaged]) {
        await environment.files.put(id, SAMPLE_FILES.pdf);
        await handle(environment, file, id, [uploadOf(SAMPLE_FILES.pdf.length)], contextBy());
      }
      await environment.files.put(unnamed, SAMPLE_FILES.pdf);
    });
    const pathOf = (id: string) => join(damagedSource.directory, 'files', id.slice(0, 2), id);
    const backUpInto = (name: string) =>
      intakeInProcess({ DATA_DIR: damagedSource.directory, MASTER_KEY: '', PORT: '0' }, 'backup', inHome(name));
    await writeFile(pathOf(unnamed), 'something else');
    expect(await backUpInto('without-an-unnamed-file')).toMatchObject({
      code: 0,
      out: expect.stringContaining(`The file ${unnamed} is damaged, but no upload in the log names it`),
    });
    await rm(pathOf(missing));
    await writeFile(pathOf(damaged), 'something else');
    const made = await backUpInto('partial');
    expect(made.code).toBe(3);
    for (const [id, fault] of [
      [missing, 'missing'],
      [damaged, 'damaged'],
      [unnamed, 'damaged'],
    ]) {
      expect(made.out).toContain(`The file ${id} is ${fault}`);
    }
    expect(made.out).toContain('2 files were not copied:');
    const target = await newTarget('of-a-partial-backup');
    const { faults } = await target.restore(inHome('partial'));
    expect(faults.map(({ id, fault }) => `${id} ${fault}`).toSorted()).toEqual(
      [`${missing} missing`, `${damaged} missing`].toSorted(),
    );
    expect(await target.operate('verify')).toMatchObject({ isSound: false, files: { missing: 2, damaged: 0 } });
    await target.during(async ({ stores }) => expect(await stores.files.get(kept)).toEqual(SAMPLE_FILES.pdf));
    // A backup reports every file of a missing folder.
    await rm(join(damagedSource.directory, 'files'), { recursive: true });
    const { files } = await damagedSource.operate<Manifest>('backup', { directory: inHome('without-files') });
    expect(files.faults.map(({ fault }) => fault)).toEqual(['missing', 'missing', 'missing']);
  });

  test('that is not finished, or has changed, is refused', async () => {
    const target = await newTarget('refusing');
    await expect(target.restore(inHome('nowhere'))).rejects.toThrow('There is no folder ');
    await mkdir(inHome('half'));
    await copyFile(join(early, 'events.ndjson'), inHome('half/events.ndjson'));
    await expect(target.restore(inHome('half'))).rejects.toThrow('is not a finished backup');
    for (const name of await readdir(early)) await copyFile(join(early, name), inHome(`half/${name}`));
    const vault = await readFile(inHome('half/vault.ndjson'), 'utf8');
    await writeFile(inHome('half/vault.ndjson'), vault.replace('"passes":2', '"passes":1'));
    await expect(target.restore(inHome('half'))).rejects.toThrow('vault.ndjson has changed since the backup was made');
    await expect(target.restore(early, { erasures: join(early, 'events.ndjson') })).rejects.toThrow(
      'neither a backup nor written by "intake erasures export"',
    );
    expect(await target.head()).toBe(0n);
  });

  test('that does not hold what its manifest says is refused, and named', async () => {
    const target = await newTarget('refusing-other-counts');
    const manifest: Manifest = JSON.parse(await readFile(join(early, 'manifest.json'), 'utf8'));
    const { events, vault, files } = manifest;
    const lies = [
      [{ storeId: 'another' }, 'id of the log: \\S+ instead of another'],
      [{ createdAt: '2026-01-01T00:00:00.000Z' }, 'time of the backup: \\S+ instead of 2026-01-01T00:00:00.000Z'],
      [{ events: { ...events, events: 1 } }, 'events: [\\d]+ instead of 1'],
      [{ events: { ...events, digest: 'another' } }, 'digest of the events: \\w+ instead of another'],
      [{ vault: { ...vault, documents: 1 } }, 'documents of the vault: [\\d]+ instead of 1'],
      [{ files: { ...files, files: 1 } }, 'files: 0 instead of 1'],
    ] as const;
    await mkdir(inHome('lying'));
    for (const name of await readdir(early)) await copyFile(join(early, name), inHome(`lying/${name}`));
    for (const [lie, named] of lies) {
      await writeFile(inHome('lying/manifest.json'), JSON.stringify({ ...manifest, ...lie }));
      await expect(target.restore(inHome('lying'))).rejects.toThrow(
        new RegExp(`^lying does not hold what its manifest.json says: ${named}\\. Take another backup\\.$`),
      );
    }
    const unlike = [
      [{ createdAt: 'yesterday' }, 'was not written by "intake backup" of this version'],
      [{ vault: { ...vault, bytes: vault.bytes + 1 } }, 'vault.ndjson has changed since the backup was made'],
    ] as const;
    for (const [lie, refusal] of unlike) {
      await writeFile(inHome('lying/manifest.json'), JSON.stringify({ ...manifest, ...lie }));
      await expect(target.restore(inHome('lying'))).rejects.toThrow(refusal);
    }
    expect(await target.head()).toBe(0n);
  });

  test('that is refused leaves an empty folder unchanged', async () => {
    const target = await newTarget('staying-empty');
    const key = join(target.directory, 'master.key');
    const right = await readFile(key, 'utf8');
    await writeFile(key, randomBytes(32).toString('base64'));
    await expect(target.restore(early)).rejects.toThrow('is not the key that this backup was sealed with');
    await rm(key);
    await expect(target.restore(early)).rejects.toThrow('The backup is sealed, and the key is not part of it');
    await writeFile(key, right);
    await expect(target.restore(inHome('nowhere'))).rejects.toThrow('There is no folder ');
    expect(await readdir(target.directory)).toEqual(['master.key']);
  });

  test('nor any other copy is made in the folder of the data', async () => {
    const target = await newTarget('copying-into-itself');
    await target.restore(early);
    const inData = (name: string) => join(target.directory, name);
    const refusal = /^\S+ is in DATA_DIR \(\S+\)\. Choose a place elsewhere, best on another disk\.$/;
    const copies = [
      ['backup', { directory: inData('backup') }],
      ['events export', { file: inData('all.ndjson'), passphrase: null }],
      ['erasures export', { file: inData('vault.sqlite') }],
    ] as const;
    for (const [name, input] of copies) await expect(target.operate(name, input)).rejects.toThrow(refusal);
    expect(await target.operate('verify')).toMatchObject({ isSound: true });
  });

  test('never takes the place of another, and clears away what one before it left unfinished', async () => {
    await expect(source.operate('backup', { directory: early })).rejects.toThrow('exists already');
    await mkdir(inHome('again.unfinished'));
    await writeFile(inHome('again.unfinished/events.ndjson'), 'half');
    const again = () => source.operate('backup', { directory: inHome('again') });
    await expect(again()).rejects.toThrow(
      /again\.unfinished is left from an interrupted backup and may contain .* remove it, then/,
    );
    await writeFile(inHome('again.unfinished/intake.lock'), '');
    await cp(inHome('again.unfinished'), inHome('other.unfinished'), { recursive: true });
    await cp(inHome('half'), inHome('of-an-earlier-version.unfinished'), { recursive: true });
    const remains = { removed: [inHome('other.unfinished')], left: [inHome('of-an-earlier-version.unfinished')] };
    expect(await again()).toMatchObject({ remains });
    await rm(inHome('of-an-earlier-version.unfinished'), { recursive: true });
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
      /^The log is damaged\. Run "intake verify" for details\. /,
    );
    expect(existsSync(inHome('of-nothing'))).toBe(false);
    await rm(empty.directory, { recursive: true });
  });
});
