import { type KeyObject, randomBytes } from 'node:crypto';
import { VAULT_COLLECTIONS } from './collections.ts';
import { seal, unseal } from './seal.ts';
import type { Vault } from './vault.ts';

export const HMAC_KEY = 'hmac-key';

const { placeOf } = VAULT_COLLECTIONS.identity;

/**
 * The HMAC key of all ids derived from emails. It never rotates: with another key an email would lead to other streams.
 */
export async function openHmacKey({ vault, masterKey }: { vault: Vault; masterKey: KeyObject }): Promise<Buffer> {
  const documents = vault.collection<{ readonly _id: string; readonly sealed: string }>({
    name: 'identity',
    indexes: [],
  });
  if (!(await documents.get(HMAC_KEY))) {
    await documents.insert({
      _id: HMAC_KEY,
      sealed: seal(masterKey, randomBytes(32).toString('base64'), placeOf(HMAC_KEY)),
    });
  }
  const standing = await documents.get(HMAC_KEY);
  if (!standing) throw new Error('The key of identities vanished from the vault');
  return Buffer.from(unseal(masterKey, standing.sealed, placeOf(HMAC_KEY)), 'base64');
}
