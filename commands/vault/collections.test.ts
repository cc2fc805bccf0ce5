import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { VAULT_COLLECTIONS } from './collections.ts';

const ROOT = join(import.meta.dirname, '../..');
const BY_ANY_NAME = [
  'commands/master-key/rotate-master-key.ts',
  'commands/transfer/vault-entries.ts',
  'commands/privacy/vault-places.ts',
];

async function openedCollections(): Promise<string[]> {
  const files = (await Promise.all(['api', 'commands'].map((folder) => sourcesBelow(folder)))).flat();
  return files.flatMap((file) => {
    if (BY_ANY_NAME.includes(file)) return [];
    const source = readFileSync(join(ROOT, file), 'utf8');
    return [...source.matchAll(/vault\.collection(?:<[^(]*>)?\(\s*(\{[^}]*\})/gi)].map(([, spec = '']) => {
      const [, name] = /\bname: '(\w+)'/.exec(spec) ?? [];
      expect(name, `${file} opens a collection of the vault without saying which: ${spec}`).toBeDefined();
      return name as string;
    });
  });
}

const sourcesBelow = async (folder: string): Promise<string[]> =>
  (await readdir(join(ROOT, folder), { recursive: true }))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(folder, name));

test('every collection of the vault has a decision for transfers, and no other has', async () => {
  expect([...new Set(await openedCollections())].toSorted()).toEqual(Object.keys(VAULT_COLLECTIONS).toSorted());
});

test('members under the master key are sealed again when they are transferred', async () => {
  const sealing = (await Promise.all(['api', 'commands'].map((folder) => sourcesBelow(folder))))
    .flat()
    .filter((file) => /\b(?:keys|masterKeys)\.seal\(/.test(readFileSync(join(ROOT, file), 'utf8')));
  const resealed = Object.values(VAULT_COLLECTIONS).filter(({ moves }) => moves === 'resealed');
  expect(sealing.filter((file) => !BY_ANY_NAME.includes(file)).toSorted()).toEqual([
    'commands/vault/derived-keys.ts',
    'commands/vault/hmac-key.ts',
    'commands/vault/invitation-links.ts',
    'commands/vault/sealed-secrets.ts',
    'commands/vault/subject-keys.ts',
  ]);
  expect(resealed).toHaveLength(4);
});
