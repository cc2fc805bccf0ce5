import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { maskSecret } from '../../domain/values/secret-mask.ts';
import { openTemporaryStores } from '../../test/support/temporary-stores.ts';
import { openHmacKey } from './hmac-key.ts';
import { openMasterKey } from './master-key.ts';
import { MasterKeyRefused, type MasterKeys } from './master-keys.ts';
import { createOneTimeTokens } from './one-time-tokens.ts';
import { seal, unseal } from './seal.ts';
import { createSealedSecrets } from './sealed-secrets.ts';
import { createSubjectKeys, SubjectErased } from './subject-keys.ts';
import type { Vault } from './vault.ts';

const newKey = () => createSecretKey(randomBytes(32));
const AT = '2026-03-02T09:30:00.000Z';

describe('a sealed text', () => {
  test('decrypts only with its key, at its place, complete', () => {
    const key = newKey();
    const sealed = seal(key, 'naïve 📄', 'here');
    expect(unseal(key, sealed, 'here')).toBe('naïve 📄');
    const nonces = Array.from({ length: 2000 }, () => seal(key, 'naïve 📄', 'here').slice(0, 16));
    expect(new Set(nonces).size).toBe(2000);
    expect(() => unseal(newKey(), sealed, 'here')).toThrow();
    expect(() => unseal(key, sealed, 'there')).toThrow();
    expect(() => unseal(key, sealed.slice(0, -8), 'here')).toThrow();
    expect(() => unseal(key, '', 'here')).toThrow('cut short');
  });
});

describe('the master key', () => {
  const keyOf = (keys: MasterKeys) => keys.forThread().known[0] as KeyObject;
  const file = (directory: string) => join(directory, 'master.key');

  test('is created on the first start, for this user only, and found on the next', async () => {
    await using stores = await openTemporaryStores();
    const options = { file: file(stores.directory), vault: stores.vault };
    const first = await openMasterKey(options);
    expect(statSync(options.file).mode & 0o777).toBe(0o600);
    expect(keyOf(await openMasterKey(options)).equals(keyOf(first))).toBe(true);
    const configured = readFileSync(options.file, 'utf8');
    expect(keyOf(await openMasterKey({ vault: stores.vault, configured })).equals(keyOf(first))).toBe(true);
  });

  test('ends the start if it is wrong, malformed or missing', async () => {
    await using stores = await openTemporaryStores();
    const options = { file: file(stores.directory), vault: stores.vault };
    await openMasterKey(options);
    const other = randomBytes(32).toString('base64');
    await expect(openMasterKey({ ...options, configured: other })).rejects.toThrow('MASTER_KEY is not the key');
    for (const configured of ['', 'short', `${other}${other}`, other.replace(/./, '*')]) {
      await expect(openMasterKey({ ...options, configured })).rejects.toThrow('must be 32 bytes as base64');
    }
    writeFileSync(options.file, other);
    await expect(openMasterKey(options)).rejects.toThrow(`${options.file} is not the key`);
    rmSync(options.file);
    await expect(openMasterKey(options)).rejects.toThrow(MasterKeyRefused);
    await expect(openMasterKey(options)).rejects.toThrow(`${options.file} is missing`);
  });

  test('must be configured where no directory is owned', async () => {
    await using stores = await openTemporaryStores();
    await expect(openMasterKey({ vault: stores.vault })).rejects.toThrow('MASTER_KEY is required');
  });
});

test('the HMAC key is made once, also by two that start together', async () => {
  await using stores = await openTemporaryStores();
  const masterKey = newKey();
  const keys = await Promise.all([1, 2].map(() => openHmacKey({ vault: stores.vault, masterKey })));
  expect(keys[0]).toHaveLength(32);
  expect(keys[0]).toEqual(keys[1]);
  expect(await openHmacKey({ vault: stores.vault, masterKey })).toEqual(keys[0]);
});

describe('a person’s key', () => {
  test('is made once, also by two processes together', async () => {
    await using stores = await openTemporaryStores();
    const masterKey = newKey();
    const processes = [1, 2].map(() => createSubjectKeys({ vault: stores.vault, masterKey }));
    const [one, other] = await Promise.all(processes.map((keys) => keys.ensure('user-1')));
    expect(one).toHaveLength(32);
    expect(other).toEqual(one);
    const found = await createSubjectKeys({ vault: stores.vault, masterKey }).getMany(['user-1', 'user-2']);
    expect([...found.keys()]).toEqual(['user-1']);
    expect(found.get('user-1')).toEqual(one);
  });

  test('is replaced by a tombstone for ever', async () => {
    await using stores = await openTemporaryStores();
    const keys = createSubjectKeys({ vault: stores.vault, masterKey: newKey() });
    await keys.ensure('user-1');
    await keys.erase('user-1', AT);
    await keys.erase('user-1', '2026-03-03T00:00:00.000Z');
    await keys.erase('user-never-seen', AT);
    expect(Object.fromEntries(await keys.getMany(['user-1', 'user-never-seen']))).toEqual({
      'user-1': 'erased',
      'user-never-seen': 'erased',
    });
    await expect(keys.ensure('user-1')).rejects.toThrow(SubjectErased);
    const standing = stores.vault.collection<{ _id: string }>({ name: 'subjectKeys', indexes: [] });
    expect(await standing.get('user-1')).toEqual({ _id: 'user-1', erasedAt: AT });
  });

  test('that is being read does not come back after its erasure', async () => {
    await using stores = await openTemporaryStores();
    const masterKey = newKey();
    await createSubjectKeys({ vault: stores.vault, masterKey }).ensure('user-1');
    const gate = Promise.withResolvers<void>();
    const read = Promise.withResolvers<void>();
    const slow: Vault = {
      collection(spec) {
        const documents = (stores.vault as Vault).collection<never>(spec);
        return {
          ...documents,
          async getMany(ids) {
            const found = await documents.getMany(ids);
            read.resolve();
            await gate.promise;
            return found;
          },
        };
      },
    };
    const keys = createSubjectKeys({ vault: slow, masterKey });
    const opening = keys.getMany(['user-1']);
    await read.promise;
    await keys.erase('user-1', AT);
    gate.resolve();
    expect((await opening).get('user-1')).toBe('erased');
    await expect(keys.ensure('user-1')).rejects.toThrow(SubjectErased);
  });

  test('is read again once another process may have erased it', async () => {
    await using stores = await openTemporaryStores();
    const masterKey = newKey();
    const here = createSubjectKeys({ vault: stores.vault, masterKey });
    const there = createSubjectKeys({ vault: stores.vault, masterKey });
    await here.ensure('user-1');
    await there.erase('user-1', AT);
    here.evict('user-1');
    expect((await here.getMany(['user-1'])).get('user-1')).toBe('erased');
  });
});

describe('a secret', () => {
  test('is returned unchanged, and is in no file in plain text', async () => {
    await using stores = await openTemporaryStores();
    const secrets = createSealedSecrets({ vault: stores.vault, masterKey: newKey(), now: Date.now });
    await secrets.put('sendgrid', 'SG.first-secret-value', 'acme');
    await secrets.put('sendgrid', 'SG.second-secret-value', 'acme');
    expect(await secrets.get('sendgrid')).toBe('SG.second-secret-value');
    await stores.storage.truncateLogs();
    expect(readFileSync(join(stores.directory, 'vault.sqlite'), 'latin1')).not.toContain('secret-value');
    expect(await secrets.delete('sendgrid')).toBe(true);
    expect(await secrets.get('sendgrid')).toBeUndefined();
  });

  test('that two add at the same time is the one that every reader gets', async () => {
    await using stores = await openTemporaryStores();
    const secrets = createSealedSecrets({ vault: stores.vault, masterKey: newKey(), now: Date.now });
    const addAndRead = async (secret: string) => {
      await secrets.add('webhook', secret, 'acme');
      return secrets.get('webhook');
    };
    const [first, second] = await Promise.all(['whsec_first', 'whsec_second'].map(addAndRead));
    expect(second).toBe(first);
    expect(await addAndRead('whsec_third')).toBe(first);
  });

  test('shows only its last four characters, and never all of them', () => {
    expect(maskSecret('SG.abcdefgh')).toBe('••••efgh');
    expect(maskSecret('abcd')).toBe('••••');
  });
});

describe('a one-time token', () => {
  const open = async (now = () => Date.parse(AT)) => {
    const stores = await openTemporaryStores();
    const tokens = createOneTimeTokens({ vault: stores.vault, now });
    const issue = (minutes = 20) =>
      tokens.issue({
        kind: 'reset',
        subject: 'user-1',
        refs: { organizationId: 'o' },
        expiresAt: new Date(Date.parse(AT) + minutes * 60_000).toISOString(),
      });
    return { stores, tokens, issue };
  };

  test('works once, however many try', async () => {
    const { stores, tokens, issue } = await open();
    await using _ = stores;
    const { token } = await issue();
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(await tokens.peek(token, 'reset')).toMatchObject({ subject: 'user-1', refs: { organizationId: 'o' } });
    const taken = await Promise.all(Array.from({ length: 32 }, () => tokens.consume(token, 'reset')));
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await tokens.peek(token, 'reset')).toBeUndefined();
  });

  test('is refused for another kind, when altered, and when expired', async () => {
    let time = Date.parse(AT);
    const { stores, tokens, issue } = await open(() => time);
    await using _ = stores;
    const { token } = await issue();
    expect(await tokens.consume(token, 'verify')).toBeUndefined();
    expect(await tokens.consume(`${token}A`, 'reset')).toBeUndefined();
    time += 20 * 60_000;
    expect(await tokens.consume(token, 'reset')).toBeUndefined();
  });

  test('ends the former ones when it is renewed, also several at once', async () => {
    const { stores, tokens, issue } = await open();
    await using _ = stores;
    const before = await issue();
    const expiresAt = new Date(Date.parse(AT) + 60_000).toISOString();
    const other = await tokens.issue({ kind: 'reset', subject: 'user-2', expiresAt });
    const renewed = await Promise.all(
      Array.from({ length: 8 }, () => tokens.renew({ kind: 'reset', subject: 'user-1', expiresAt })),
    );
    const isValid = await Promise.all(
      [before, ...renewed].map(async ({ token }) => (await tokens.peek(token, 'reset')) !== undefined),
    );
    expect(isValid).toEqual([...Array<boolean>(8).fill(false), true]);
    expect(await tokens.peek(other.token, 'reset')).toBeDefined();
  });

  test('is in the vault only as a hash', async () => {
    const { stores, issue } = await open();
    await using _ = stores;
    const { token } = await issue();
    const files = ['vault.sqlite', 'vault.sqlite-wal'].map((name) =>
      readFileSync(join(stores.directory, name), 'latin1'),
    );
    expect(files.join('')).toContain('user-1');
    expect(files.join('')).not.toContain(token);
  });

  test('ends with all others of its kind when they are revoked, and is swept after its expiry', async () => {
    let time = Date.parse(AT);
    const { stores, tokens, issue } = await open(() => time);
    await using _ = stores;
    const revoked = await issue();
    await tokens.revoke('user-1', 'reset');
    expect(await tokens.peek(revoked.token, 'reset')).toBeUndefined();
    const [short, long] = [await issue(1), await issue(60)];
    time += 5 * 60_000;
    await tokens.sweep();
    time = Date.parse(AT);
    expect(await tokens.peek(short.token, 'reset')).toBeUndefined();
    expect(await tokens.peek(long.token, 'reset')).toBeDefined();
  });
});

test('the directory of a key must exist', async () => {
  await using stores = await openTemporaryStores();
  const missing = join(stores.directory, 'gone', 'master.key');
  await expect(openMasterKey({ file: missing, vault: stores.vault })).rejects.toThrow('ENOENT');
});
