import { randomBytes } from 'node:crypto';
import { VAULT_COLLECTIONS } from './collections.ts';
import { type MasterKey, masterKeysOf } from './master-keys.ts';
import type { Vault } from './vault.ts';

export const HMAC_KEY = 'hmac-key';

const { placeOf } = VAULT_COLLECTIONS.identity;

/**
 * The HMAC key of all ids derived from emails. It never rotates: with another key an email would lead to other streams.
 */
export async function openHmacKey({ vault, masterKey }: { vault: Vault; masterKey: MasterKey }): Promise<Buffer> {
  const keys = masterKeysOf(masterKey);
  const documents = vault.collection<{ readonly _id: string; readonly sealed: string }>({
    name: 'identity',
    indexes: [],
  });
  if (!(await documents.get(HMAC_KEY))) {
    const sealed = await keys.seal(randomBytes(32).toString('base64'), placeOf(HMAC_KEY));
    await documents.insert({ _id: HMAC_KEY, sealed });
    await keys.settle(sealed, placeOf(HMAC_KEY), (resealed) =>
      documents.replace({ _id: HMAC_KEY, sealed: resealed }, { sealed }),
    );
  }
  const standing = await documents.get(HMAC_KEY);
  if (!standing) throw new Error('The key of identities vanished from the vault');
  await keys.learn([standing.sealed]);
  return Buffer.from(keys.unseal(standing.sealed, placeOf(HMAC_KEY)), 'base64');
}
