import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type BackupFolder,
  clearUnfinished,
  openBackupFolder,
  removeLeftovers,
  type StoredBackup,
} from './backup-folder.ts';
import { takeFolderLock } from './folder-lock.ts';
import { type Manifest, readManifest } from './manifest.ts';

let home: string;
let folder: BackupFolder;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'intake-backup-folder-'));
  folder = openBackupFolder(home, 'our-log');
});
afterEach(() => rm(home, { recursive: true, force: true }));

const day = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString();

async function put(
  createdAt: string,
  {
    events = 10,
    lacks = [],
    storeId = 'our-log',
    directory = openBackupFolder(home, storeId).placeFor(createdAt),
  } = {} as {
    events?: number;
    lacks?: readonly string[];
    storeId?: string;
    directory?: string;
  },
): Promise<StoredBackup> {
  await mkdir(directory);
  const written = { bytes: 2, sha256: '' };
  const faults = lacks.map((id) => ({ id, fault: 'missing' as const, upload: null }));
  const manifest: Manifest = {
    format: 'intake-backup',
    version: 1,
    createdAt,
    storeId,
    events: { file: 'events.ndjson', events, digest: '', ...written },
    vault: { file: 'vault.ndjson', documents: 0, ...written },
    files: { file: 'files.ndjson', files: 0, faults, unreferenced: [], ...written },
  };
  for (const { file } of [manifest.events, manifest.vault, manifest.files])
    await writeFile(join(directory, file), '{}');
  await writeFile(join(directory, 'manifest.json'), JSON.stringify(manifest));
  return { directory, manifest };
}

const days = async () =>
  (await folder.find()).map(({ manifest }) => Number(manifest.createdAt.slice(8, 10))).toSorted();

test('keeps the newest backups and removes the others completely', async () => {
  for (const n of [1, 2, 3]) await put(day(n), { events: n });
  const made = await put(day(4), { events: 4 });
  expect((await folder.prune(made, 2)).removed).toHaveLength(2);
  expect(await days()).toEqual([3, 4]);
  expect(await readdir(home)).toHaveLength(2);
});

test('removes nothing that this log’s schedule has not made', async () => {
  await put(day(1), { directory: join(home, 'by-hand') });
  await put(day(1), { storeId: 'another-log' });
  const noted = await put(day(1));
  await writeFile(join(noted.directory, 'note.txt'), 'Keep this one');
  await mkdir(join(home, 'photos'));
  await writeFile(join(home, 'photos', 'a.jpg'), '');
  await mkdir(`${folder.placeFor(day(2))}.unfinished`);
  await writeFile(join(`${folder.placeFor(day(2))}.unfinished`, 'note.txt'), 'Of an operator');
  await mkdir(join(home, 'by-hand-too.unfinished'));
  await mkdir(join(`${folder.placeFor(day(3))}.unfinished`, 'events.ndjson'), { recursive: true });
  const before = await readdir(home, { recursive: true });
  await folder.clear();
  const made = await put(day(9), { events: 99 });
  expect(await folder.prune(made, 1)).toEqual({ removed: [], left: [noted.directory] });
  await rm(made.directory, { recursive: true });
  expect(await readdir(home, { recursive: true })).toEqual(before);
  const foreign = `${folder.placeFor(day(2))}.unfinished`;
  await expect(clearUnfinished(foreign)).rejects.toThrow(`${foreign} contains files that Intake did not write.`);
});

test('removes an interrupted backup only if no process writes it', async () => {
  const [dead, alive, unknown] = ['dead', 'alive', 'unknown'].map((name) => join(home, `${name}.unfinished`)) as [
    string,
    string,
    string,
  ];
  for (const directory of [dead, alive, unknown]) {
    await mkdir(directory);
    await writeFile(join(directory, 'events.ndjson'), 'half');
  }
  await mkdir(join(home, 'empty.unfinished'));
  takeFolderLock(dead)?.release();
  const writing = takeFolderLock(alive);
  expect(await removeLeftovers(home)).toEqual({ removed: [dead], left: [unknown] });
  await expect(clearUnfinished(alive)).rejects.toThrow(`Another backup is being written to ${alive}.`);
  await expect(clearUnfinished(unknown)).rejects.toThrow(`${unknown} is left from an interrupted backup`);
  writing?.release();
  await clearUnfinished(alive);
  expect((await readdir(home)).toSorted()).toEqual(['empty.unfinished', 'unknown.unfinished']);
});

test('removes unfinished leftovers, and does not treat them as backups', async () => {
  const half = `${folder.placeFor(day(1))}.unfinished`;
  await put(day(1), { directory: half });
  await rm(join(half, 'manifest.json'));
  await put(day(2), { directory: `${folder.placeFor(day(2))}.unfinished` });
  const cut = await put(day(3));
  await writeFile(join(cut.directory, 'vault.ndjson'), '');
  expect(await folder.find()).toEqual([]);
  await folder.clear();
  expect(await readdir(home)).toEqual([cut.directory.slice(home.length + 1)]);
});

test('ignores a manifest that is a pipe, or larger than any backup’s', async () => {
  const { directory } = await put(day(1));
  const { directory: other, manifest } = await put(day(2), {
    lacks: Array.from({ length: 1000 }, (_, n) => `file-${n}`),
  });
  const path = join(directory, 'manifest.json');
  const refused = async (message: string) => {
    await expect(readManifest(directory)).rejects.toThrow(message);
    expect(await folder.find()).toEqual([{ directory: other, manifest }]);
  };
  await rm(path);
  execFileSync('mkfifo', [path]);
  await refused(`${path} is not a regular file`);
  await rm(path);
  await writeFile(path, '');
  await truncate(path, 40_000_000);
  await refused(`${path} is longer than any that Intake writes.`);
  await writeFile(path, JSON.stringify({ ...manifest, note: Array.from({ length: 1_000_000 }, () => []) }));
  await refused(`${path} was not written by "intake backup" of this version.`);
});

test('keeps the last backup with a file that was lost since, while it is lost', async () => {
  await put(day(1), { events: 1 });
  await put(day(2), { events: 2 });
  await put(day(3), { events: 3, lacks: ['diploma'] });
  await put(day(4), { events: 4, lacks: ['diploma'] });
  await put(day(5), { events: 5, lacks: ['diploma', 'passport'] });
  const made = await put(day(6), { events: 6, lacks: ['diploma', 'passport'] });
  await folder.prune(made, 1);
  expect(await days()).toEqual([2, 4, 6]);
  const later = await put(day(7), { events: 7, lacks: ['passport'] });
  await folder.prune(later, 1);
  expect(await days()).toEqual([4, 7]);
  await folder.prune(await put(day(8), { events: 8 }), 1);
  expect(await days()).toEqual([8]);
});

test('keeps the one that was just made, even if a wrong clock dated an older one later', async () => {
  await put(day(20), { events: 5 });
  await put(day(3), { events: 4 });
  await folder.prune(await put(day(4), { events: 5 }), 2);
  expect(await days()).toEqual([20, 4].toSorted());
});

test('says that a missing folder must be mounted or created, and creates none', async () => {
  const missing = join(home, 'not-mounted');
  await expect(openBackupFolder(missing, 'our-log').find()).rejects.toThrow(
    /^\S+not-mounted cannot be read \(ENOENT\)\. Mount or make it, or set another BACKUP_DIR\.$/,
  );
  expect(await readdir(home)).toEqual([]);
});
