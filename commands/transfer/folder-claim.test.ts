import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTemporaryStores, type TemporaryStores } from '../../test/support/temporary-stores.ts';
import type { Vault } from '../vault/vault.ts';
import { claimFile } from './backup-folder.ts';
import { allowTakeover, claimFolder, requireOwnFolder } from './folder-claim.ts';

let production: TemporaryStores;
let copy: TemporaryStores;
let folder: string;
beforeEach(async () => {
  production = await openTemporaryStores();
  copy = await openTemporaryStores();
  folder = join(production.directory, 'backups');
  await mkdir(folder);
});
afterEach(async () => {
  await production[Symbol.asyncDispose]();
  await copy[Symbol.asyncDispose]();
});

const placeOf = (vault: Vault, path = folder) => ({ vault, folder: path, storeId: 'our log' });
const claim = ({ vault }: TemporaryStores, path?: string) => claimFolder(placeOf(vault, path));
/** Like a copy of DATA_DIR or a dump of MongoDB. */
async function copyVault(): Promise<void> {
  const backups = (vault: Vault) => vault.collection<{ _id: string }>({ name: 'backups', indexes: [] });
  for (const document of (await backups(production.vault).find({})).documents) {
    while (!(await backups(copy.vault).insert(document))) await backups(copy.vault).delete(document._id);
  }
}
const REFUSAL =
  /^\S+backups is in use by another copy of this installation, last on \S+; .* stop the other and delete \S+-folder\.json\.$/;

test('a copy of the installation cannot use its folder, even if the copy has checked its own folder more often', async () => {
  await claim(production);
  await copyVault();
  await claim(production);
  await expect(claim(copy)).rejects.toThrow(REFUSAL);
  await expect(requireOwnFolder(placeOf(copy.vault))).rejects.toThrow(REFUSAL);
  const own = join(copy.directory, 'its-own');
  await mkdir(own);
  for (let looks = 0; looks < 5; looks += 1) await claim(copy, own);
  await expect(claim(copy)).rejects.toThrow(REFUSAL);
  await claim(production);
  expect(await readdir(folder)).toHaveLength(1);
});

test('an installation that moves to another machine continues, and the old one does not', async () => {
  await claim(production);
  await copyVault();
  await claim(copy);
  await expect(claim(production)).rejects.toThrow(REFUSAL);
  await rm(claimFile(folder, 'our log'));
  await claim(production);
  await expect(claim(copy)).rejects.toThrow(REFUSAL);
});

test('one whose vault was restored beside its log continues, once', async () => {
  await claim(production);
  await allowTakeover(copy.vault);
  await claim(copy);
  await claim(copy);
  await expect(claim(production)).rejects.toThrow(REFUSAL);
  await rm(claimFile(folder, 'our log'));
  await claim(production);
  await expect(claim(copy)).rejects.toThrow(REFUSAL);
});

test('processes that share a vault share the folder, and disks may alternate', async () => {
  const disk = join(production.directory, 'other-disk');
  await mkdir(disk);
  for (const path of [folder, disk, folder, disk]) {
    await Promise.all(Array.from({ length: 5 }, () => claim(production, path)));
  }
  // A leader that was paused between vault and folder.
  const file = claimFile(folder, 'our log');
  const late = await readFile(file, 'utf8');
  await claim(production);
  await writeFile(file, late);
  await claim(production);
  // After a power failure.
  await writeFile(file, '');
  await claim(production);
});

test('a pipe or a huge file in place of the claim is refused at once', async () => {
  const file = claimFile(folder, 'our log');
  execFileSync('mkfifo', [file]);
  await expect(claim(production)).rejects.toThrow(`${file} is not a regular file`);
  await rm(file);
  await writeFile(file, '['.repeat(5000));
  await expect(claim(production)).rejects.toThrow(`${file} is longer than any that Intake writes.`);
});

test('other logs have claims of their own, and a missing folder is not created', async () => {
  await claim(production);
  await claimFolder({ vault: copy.vault, folder, storeId: 'another log' });
  expect(await readdir(folder)).toHaveLength(2);
  const missing = join(production.directory, 'not-mounted');
  await expect(claim(production, missing)).rejects.toThrow(`${missing} cannot be read (ENOENT). Mount or make it`);
  expect(await readdir(production.directory)).not.toContain('not-mounted');
});
