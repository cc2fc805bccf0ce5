import { createSecretKey, randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTemporaryStores } from '../../test/support/temporary-stores.ts';
import { createSubjectKeys } from '../vault/subject-keys.ts';
import { erasuresBeside } from './backup-folder.ts';
import { erasuresListedBeside, updateErasures } from './erasures-file.ts';

const AT = '2026-11-23T10:00:00.000Z';
const LIST = { createdAt: AT };

test('whoever was once erased stays on the list, and on that of a log restored from it', async () => {
  await using stores = await openTemporaryStores();
  const folder = join(stores.directory, 'backups');
  await mkdir(join(folder, 'intake-of-any-day'), { recursive: true });
  const erase = async (subject: string) => {
    const keys = createSubjectKeys({ vault: stores.vault, masterKey: createSecretKey(randomBytes(32)) });
    await keys.erase(subject, AT);
  };
  const listed = async () => [...(await erasuresListedBeside(join(folder, 'intake-of-any-day'))).keys()].toSorted();
  const first = { ...LIST, file: erasuresBeside(folder, 'first log') };
  await erase('user-ada');
  expect(await updateErasures(stores.vault, first)).toBe(0);

  // An older copy of the vault knows nothing of it.
  await stores.vault.collection({ name: 'subjectKeys', indexes: [] }).delete('user-ada');
  expect(await updateErasures(stores.vault, first)).toBe(1);
  expect(await listed()).toEqual(['user-ada']);

  await erase('user-tala');
  await updateErasures(stores.vault, { ...LIST, file: erasuresBeside(folder, 'log of the restored one') });
  expect(await listed()).toEqual(['user-ada', 'user-tala']);
});
