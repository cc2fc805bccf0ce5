import { createSecretKey, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { authenticatorApp } from '../../test/support/authenticator-app.ts';
import { openTemporaryStores, type TemporaryStores } from '../../test/support/temporary-stores.ts';
import { createIdentity } from '../context/identity.ts';
import { createAuthenticators } from '../second-factor/authenticators.ts';
import { openDerivedKeys } from '../vault/derived-keys.ts';
import { openHmacKey } from '../vault/hmac-key.ts';
import { createInvitationLinks } from '../vault/invitation-links.ts';
import { openMasterKey } from '../vault/master-key.ts';
import { keyIdOf, type MasterKey, MasterKeyRefused } from '../vault/master-keys.ts';
import { createSealedSecrets } from '../vault/sealed-secrets.ts';
import { createSubjectKeys } from '../vault/subject-keys.ts';
import type { Vault } from '../vault/vault.ts';
import { rotateMasterKey } from './rotate-master-key.ts';

const PEOPLE = Array.from({ length: 5 }, (_, n) => `user-${n}`);
const now = Date.now;

const fileIn = ({ directory }: TemporaryStores) => join(directory, 'master.key');
const newKeyText = () => randomBytes(32).toString('base64');

async function fill(vault: Vault, masterKey: MasterKey) {
  const keys = createSubjectKeys({ vault, masterKey });
  for (const person of PEOPLE) await keys.ensure(person);
  const authenticators = createAuthenticators({ vault, keys, now });
  const secret = await authenticators.begin('0');
  await authenticators.confirm('0', authenticatorApp(secret ?? '')(), async () => {});
  await keys.erase('user-gone', '2026-03-02T09:30:00.000Z');
  await createSealedSecrets({ vault, masterKey, now }).put('stripe', 'sk_live', 'school');
  const identity = createIdentity(await openHmacKey({ vault, masterKey }));
  await openDerivedKeys({ vault, masterKey });
  await createInvitationLinks({ vault, masterKey, identity, now }).make({
    inviteId: 'invite',
    organizationId: 'school',
    email: 'ada@example.org',
  });
}

/** All that is sealed, in the clear. */
async function contentOf(vault: Vault, masterKey: MasterKey): Promise<unknown> {
  const hmacKey = await openHmacKey({ vault, masterKey });
  const links = createInvitationLinks({ vault, masterKey, identity: createIdentity(hmacKey), now });
  const derive = await openDerivedKeys({ vault, masterKey });
  return {
    hmacKey: hmacKey.toString('hex'),
    cookies: derive('intake claim cookie').toString('hex'),
    secret: await createSealedSecrets({ vault, masterKey, now }).get('stripe'),
    links: await links.ofEmail('ada@example.org'),
    app: await createAuthenticators({ vault, keys: createSubjectKeys({ vault, masterKey }), now }).of('0'),
    people: [...(await createSubjectKeys({ vault, masterKey }).getMany([...PEOPLE, 'user-gone']))]
      .map(([person, key]) => [person, key === 'erased' ? key : key.toHex()] as const)
      .sort(),
  };
}

/** Like a kill: the nth write of the rotation, and all after it, do not happen. */
function endingAt(vault: Vault, write: number): Vault {
  let writes = 0;
  const counted = <Args extends unknown[], Answer>(work: (...args: Args) => Promise<Answer>) => {
    return async (...args: Args): Promise<Answer> => {
      writes += 1;
      if (writes >= write) throw new Error('killed');
      return work(...args);
    };
  };
  return {
    collection(spec) {
      const documents = vault.collection(spec) as ReturnType<Vault['collection']>;
      return {
        ...documents,
        get: (id: string) => documents.get(id),
        getMany: (ids: readonly string[]) => documents.getMany(ids),
        find: (...given: Parameters<typeof documents.find>) => documents.find(...given),
        count: (filter: Parameters<typeof documents.count>[0]) => documents.count(filter),
        insert: counted((document: { readonly _id: string }) => documents.insert(document)),
        replace: counted((...given: Parameters<typeof documents.replace>) => documents.replace(...given)),
        delete: counted((...given: Parameters<typeof documents.delete>) => documents.delete(...given)),
      } as never;
    },
  };
}

const rotated = (vault: Vault, keys: Awaited<ReturnType<typeof openMasterKey>>, given: object) =>
  rotateMasterKey({
    vault,
    keys,
    newKey: null,
    now,
    quietMs: 0,
    rewriteVault: async () => undefined,
    truncateLogs: async () => undefined,
    ...(given as { source: { file: string } }),
  });

const sealedIn = (stores: TemporaryStores) =>
  Promise.all(
    (['subjectKeys', 'secrets', 'invitationLinks', 'identity', 'masterKey'] as const).map(async (name) => {
      const { documents } = await (stores.vault as Vault).collection({ name, indexes: [] }).find({});
      return JSON.stringify(documents);
    }),
  ).then((all) => all.join('\n'));

test('a rotation that is killed at any write is finished by the next, and nothing is left under the old key', async () => {
  await using stores = await openTemporaryStores();
  const file = fileIn(stores);
  const { vault } = stores;
  const first = await openMasterKey({ file, vault });
  await fill(vault, first);
  const before = await contentOf(vault, first);
  // The second rotation is of named texts, the first of those of earlier versions.
  let isWhole = false;
  for (let write = 1; !isWhole; write += 1) {
    const keys = await openMasterKey({ file, vault });
    const old = keyIdOf(keys.forThread().known[0] as never);
    isWhole = await rotated(endingAt(vault, write), keys, { source: { file } }).then(
      () => true,
      (error: Error) => {
        if (error.message !== 'killed') throw error;
        return false;
      },
    );
    const restarted = await openMasterKey({ file, vault });
    expect(await contentOf(vault, restarted)).toEqual(before);
    const done = await rotated(vault, restarted, { source: { file } });
    const standing = await openMasterKey({ file, vault });
    expect(await contentOf(vault, standing)).toEqual(before);
    expect(standing.forThread().known).toHaveLength(1);
    expect(done.isFinished).toBe(true);
    const all = await sealedIn(stores);
    expect(all.match(/k[0-9a-f]{8}:/g)?.filter((id) => id !== `${done.to}:`)).toEqual([]);
    expect(all.match(new RegExp(`${done.to}:`, 'g'))).toHaveLength(PEOPLE.length + 1 + 1 + 2 + 1);
    expect(all).not.toContain(`${old}:`);
    expect(readdirSync(stores.directory).filter((name) => name === 'master.key.new')).toEqual([]);
    expect(readFileSync(done.oldKeyFile as string, 'utf8')).not.toBe(readFileSync(file, 'utf8'));
    // What earlier processes still hold goes on: they find the new key in the vault or in the file.
    expect(await contentOf(vault, first)).toEqual(before);
  }
});

test('processes that hold the old key seal under the new one as soon as a rotation begins, and read what others seal', async () => {
  await using stores = await openTemporaryStores();
  const { vault } = stores;
  const configured = newKeyText();
  const running = await openMasterKey({ configured, vault });
  const other = await openMasterKey({ configured, vault });
  await fill(vault, running);
  const newKey = newKeyText();
  const result = await rotated(vault, running, { source: { configured }, newKey });
  expect(result).toMatchObject({ isFinished: false, oldKeyFile: null });
  const sealed = await createSubjectKeys({ vault, masterKey: other }).ensure('user-new');
  const found = await createSubjectKeys({ vault, masterKey: running }).getMany(['user-new']);
  expect(found.get('user-new')).toEqual(sealed);
  expect((await openMasterKey({ configured, vault })).forThread().known).toHaveLength(2);

  // With the new setting the rotation ends, and the old key is refused.
  const restarted = await openMasterKey({ configured: newKey, vault });
  expect(await rotated(vault, restarted, { source: { configured: newKey } })).toMatchObject({
    isFinished: true,
    changed: 0,
  });
  await expect(openMasterKey({ configured, vault })).rejects.toThrow(
    'MASTER_KEY is not the key that this vault was sealed with. Put the right one back, which since "intake rotate-key" is the new one',
  );
  expect((await createSubjectKeys({ vault, masterKey: restarted }).getMany(['user-new'])).get('user-new')).toEqual(
    sealed,
  );
});

test('a text that was sealed just before a rotation and stored behind its walk gets the new key', async () => {
  await using stores = await openTemporaryStores();
  const vault: Vault = stores.vault;
  const configured = newKeyText();
  const running = await openMasterKey({ configured, vault });
  let isRotated = false;
  const slow: Vault = {
    collection(spec) {
      const documents = vault.collection(spec) as ReturnType<Vault['collection']>;
      if (spec.name !== 'subjectKeys') return documents as never;
      return {
        get: (id: string) => documents.get(id),
        replace: (...given: Parameters<typeof documents.replace>) => documents.replace(...given),
        async insert(document: { readonly _id: string }) {
          if (!isRotated) await rotated(vault, running, { source: { configured }, newKey: newKeyText() });
          isRotated = true;
          return documents.insert(document);
        },
      } as never;
    },
  };
  await createSubjectKeys({ vault: slow, masterKey: running }).ensure('user-late');
  const { documents } = await vault
    .collection<{ readonly _id: string; readonly key: string }>({ name: 'subjectKeys', indexes: [] })
    .find({});
  const { rotation } = await import('../vault/master-keys.ts').then(({ readKeyNotes }) => readKeyNotes(vault));
  expect(documents.map(({ key }) => key.split(':')[0])).toEqual([rotation?.to]);
});

test('refuses a wrong key, the same key, and another key while a rotation is under way', async () => {
  await using stores = await openTemporaryStores();
  const { vault } = stores;
  const configured = newKeyText();
  const keys = await openMasterKey({ configured, vault });
  const refused = (newKey: string | null, message: string) =>
    expect(rotated(vault, keys, { source: { configured }, newKey })).rejects.toThrow(message);
  await refused('short', 'The new key must be 32 bytes as base64');
  await refused(configured, 'The new key is already in use');
  await refused(null, 'No rotation is in progress');
  await rotated(vault, keys, { source: { configured }, newKey: newKeyText() });
  await refused(newKeyText(), 'A rotation to another key');
  await expect(openMasterKey({ configured: newKeyText(), vault })).rejects.toThrow(MasterKeyRefused);
  await expect(openMasterKey({ configured: newKeyText(), vault })).rejects.toThrow(
    'MASTER_KEY is neither the old nor the new key of the rotation in progress',
  );
});

test('cookies and addresses of an installation of an earlier version stay valid, also after a rotation', async () => {
  await using stores = await openTemporaryStores();
  const { vault } = stores;
  const configured = newKeyText();
  const keys = await openMasterKey({ configured, vault });
  await openHmacKey({ vault, masterKey: keys });
  const { deriveFrom } = await import('../vault/derived-keys.ts');
  const former = deriveFrom(createSecretKey(Buffer.from(configured, 'base64')))('intake claim cookie');
  expect((await openDerivedKeys({ vault, masterKey: keys }))('intake claim cookie')).toEqual(former);
  const newKey = newKeyText();
  await rotated(vault, keys, { source: { configured }, newKey });
  const restarted = await openMasterKey({ configured: newKey, vault });
  expect((await openDerivedKeys({ vault, masterKey: restarted }))('intake claim cookie')).toEqual(former);
});
