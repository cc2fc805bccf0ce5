import { createSecretKey, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTemporaryStores, type TemporaryStores } from '../../test/support/temporary-stores.ts';
import { createSubjectKeys } from '../vault/subject-keys.ts';
import { erasuresBeside } from './backup-folder.ts';
import { erasuresListedBeside, exportErasures, readErasures, updateErasures } from './erasures-file.ts';
import { trustedErasures } from './trusted-erasures.ts';

const AT = '2026-11-23T10:00:00.000Z';
const LIST = { createdAt: AT, hmacKey: randomBytes(32) };
const OTHER_KEY = randomBytes(32);

let stores: TemporaryStores;
let folder: string;
let first: typeof LIST & { file: string };
beforeEach(async () => {
  stores = await openTemporaryStores();
  folder = join(stores.directory, 'backups');
  await mkdir(join(folder, 'intake-of-any-day'), { recursive: true });
  first = { ...LIST, file: erasuresBeside(folder, 'first log') };
});
afterEach(() => stores[Symbol.asyncDispose]());

const erase = async (subject: string) => {
  const keys = createSubjectKeys({ vault: stores.vault, masterKey: createSecretKey(randomBytes(32)) });
  await keys.erase(subject, AT);
};
/** People whom a restore of the first log would erase. */
const believed = async ({ acceptsUnproven = false, storeId = 'first log', named = [] as string[] } = {}) => {
  const lists = await Promise.all(named.map((path) => readErasures(path, async () => '')));
  const erasures = trustedErasures(
    { named: lists, beside: await erasuresListedBeside(join(folder, 'intake-of-any-day')), acceptsUnproven },
    {
      name: 'the backup',
      storeId,
      hmacKey: LIST.hmacKey,
      erased: new Map([['user-erased-by-the-log', AT]]),
      hasStream: (subject) => !subject.startsWith('user-elsewhere'),
    },
  );
  return [...erasures.keys()].toSorted();
};
const lineOf = (subject: string) => `${JSON.stringify({ subject, erasedAt: AT })}\n`;
const HEADER = `${JSON.stringify({ format: 'intake-erasures', version: 1, createdAt: AT })}\n`;
/** As earlier versions wrote them, and as anyone can. */
const plant = (file: string, ...subjects: string[]) =>
  writeFile(file, `${HEADER}${subjects.map(lineOf).join('')}{"erasures":${subjects.length}}\n`);

test('an erased person stays on the list, and on that of a log restored from it', async () => {
  await erase('user-ada');
  expect(await updateErasures(stores.vault, first)).toEqual({ forgotten: 0, setAside: null });

  // An older copy of the vault does not know of it.
  await stores.vault.collection({ name: 'subjectKeys', indexes: [] }).delete('user-ada');
  expect(await updateErasures(stores.vault, first)).toEqual({ forgotten: 1, setAside: null });
  expect(await believed()).toEqual(['user-ada']);

  await erase('user-tala');
  await updateErasures(stores.vault, { ...LIST, file: erasuresBeside(folder, 'log of the restored one') });
  expect(await believed()).toEqual(['user-ada', 'user-tala']);
});

test('a forged or changed list erases no one: it is refused, unless the operator vouches for it', async () => {
  const refusal = (file: string, count: number) =>
    new RegExp(`^${file} has no valid proof that .* erase ${count} of the people .* with --unproven-erasures\\.$`);
  const planted = erasuresBeside(folder, 'some log');
  await plant(planted, 'user-ada', 'user-tala');
  await expect(believed()).rejects.toThrow(refusal(planted, 2));
  expect(await believed({ acceptsUnproven: true })).toEqual(['user-ada', 'user-tala']);
  await plant(planted);

  await erase('user-ada');
  await updateErasures(stores.vault, first);
  const written = await readFile(first.file, 'utf8');
  await writeFile(first.file, written.replace('user-ada', 'user-tala'));
  await expect(believed()).rejects.toThrow(refusal(first.file, 1));
  await writeFile(first.file, written.replace(lineOf('user-ada'), '').replace('"erasures":1', '"erasures":0'));
  await expect(believed()).rejects.toThrow(refusal(first.file, 0));
  await writeFile(first.file, 'nonsense\n');
  await expect(believed()).rejects.toThrow(
    `${first.file} is neither a backup nor written by "intake erasures export". Move this list out of ${folder}, then`,
  );
});

test('lists with too many people in all, or a name that is too long, are refused', async () => {
  await plant(erasuresBeside(folder, 'some log'), 'user-ada', 'user-tala');
  await plant(erasuresBeside(folder, 'another log'), 'user-eve');
  const beside = join(folder, 'intake-of-any-day');
  expect(await erasuresListedBeside(beside, 3)).toHaveLength(2);
  await expect(erasuresListedBeside(beside, 2)).rejects.toThrow(
    /^intake-\w+-erasures\.ndjson, line \d: is beyond the 1,000,000 erasures .* Move this list out of/,
  );
  await plant(erasuresBeside(folder, 'another log'), `user-${'x'.repeat(500)}`);
  await expect(erasuresListedBeside(beside)).rejects.toThrow('line 2: names no erasure. Move this list out of');
});

test('a list that would erase no one here, such as one of another installation, is ignored', async () => {
  await plant(erasuresBeside(folder, 'some log'), 'user-elsewhere', 'user-erased-by-the-log');
  await erase('user-elsewhere-too');
  const other = { ...LIST, hmacKey: OTHER_KEY, file: erasuresBeside(folder, 'other log') };
  await updateErasures(stores.vault, other);
  expect(await believed()).toEqual([]);
  await expect(believed({ storeId: 'other log' })).rejects.toThrow('has no valid proof');
  await expect(believed({ named: [other.file] })).rejects.toThrow('has no valid proof');
});

test('people of a forged list do not get onto the list: it is set aside, and a restore asks about it', async () => {
  await erase('user-ada');
  await plant(first.file, 'user-ada');
  expect(await updateErasures(stores.vault, first)).toEqual({ forgotten: 0, setAside: null });
  for (const spoil of [() => plant(first.file, 'user-tala'), () => writeFile(first.file, 'nonsense\n')]) {
    await spoil();
    const { forgotten, setAside } = await updateErasures(stores.vault, first);
    expect([forgotten, setAside]).toEqual([0, first.file.replace('.ndjson', '-unproven-20261123T100000Z.ndjson')]);
    expect((await readErasures(first.file, async () => '')).erasures).toEqual(new Map([['user-ada', AT]]));
    await expect(believed()).rejects.toThrow(basename(setAside ?? ''));
  }
});

test('replaces only such a list, and leaves nothing half written', async () => {
  const settings = join(folder, 'intake.env');
  await writeFile(settings, 'PORT=3000');
  await expect(exportErasures(stores.vault, { ...LIST, file: settings })).rejects.toThrow(
    `${settings} exists already and is not a list of erasures. Choose another name.`,
  );
  expect(await readFile(settings, 'utf8')).toBe('PORT=3000');
  await Promise.all(Array.from({ length: 5 }, () => updateErasures(stores.vault, first)));
  expect((await readErasures(first.file, async () => '')).proofUnder(LIST.hmacKey)).toBe('valid');
  expect((await readdir(folder)).toSorted()).toEqual(
    [basename(first.file), 'intake-of-any-day', 'intake.env'].toSorted(),
  );
});
