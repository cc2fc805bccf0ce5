import { hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { VAULT_COLLECTIONS } from './collections.ts';
import { HMAC_KEY } from './hmac-key.ts';
import { type MasterKey, masterKeysOf } from './master-keys.ts';
import type { Vault } from './vault.ts';

/** In the vault's identity. */
export const DERIVED_KEYS = 'derived-keys';

const { placeOf } = VAULT_COLLECTIONS.identity;

/** One key of 32 bytes for each purpose. */
export type Derive = (purpose: Purpose) => Buffer;

const PURPOSES = [
  'intake command hash',
  'intake log position',
  'intake claim cookie',
  'intake device cookie',
  'intake digest unsubscribe',
  'intake passkey challenge',
  'intake login link',
  'intake security log',
] as const;
type Purpose = (typeof PURPOSES)[number];

interface Stored {
  readonly root: string;
  /** What an earlier version derived from MASTER_KEY: cookies and addresses that people hold depend on it. */
  readonly kept: Readonly<Partial<Record<Purpose, string>>>;
}

export const deriveFrom =
  (root: KeyObject | Buffer): Derive =>
  (purpose) =>
    Buffer.from(hkdfSync('sha256', root, '', purpose, 32));

/** As they are sealed. */
export const newDerivedKeys = (kept: Stored['kept'] = {}): string =>
  JSON.stringify({ root: randomBytes(32).toString('base64'), kept } satisfies Stored);

/** They hang on a secret in the vault and not on MASTER_KEY, so that they outlive its rotation. */
export async function openDerivedKeys({ vault, masterKey }: { vault: Vault; masterKey: MasterKey }): Promise<Derive> {
  const keys = masterKeysOf(masterKey);
  const documents = vault.collection<{ readonly _id: string; readonly sealed: string }>({
    name: 'identity',
    indexes: [],
  });
  if (!(await documents.get(DERIVED_KEYS))) {
    const isNew = !(await documents.get(HMAC_KEY));
    const [key] = keys.forThread().known;
    const former = key && !isNew ? deriveFrom(key) : undefined;
    const kept = former ? PURPOSES.map((purpose) => [purpose, former(purpose).toString('base64')]) : [];
    const sealed = await keys.seal(newDerivedKeys(Object.fromEntries(kept)), placeOf(DERIVED_KEYS));
    await documents.insert({ _id: DERIVED_KEYS, sealed });
    await keys.settle(sealed, placeOf(DERIVED_KEYS), (resealed) =>
      documents.replace({ _id: DERIVED_KEYS, sealed: resealed }, { sealed }),
    );
  }
  const standing = await documents.get(DERIVED_KEYS);
  if (!standing) throw new Error('The derived keys vanished from the vault');
  await keys.learn([standing.sealed]);
  const { root, kept } = JSON.parse(keys.unseal(standing.sealed, placeOf(DERIVED_KEYS))) as Stored;
  const derive = deriveFrom(Buffer.from(root, 'base64'));
  return (purpose) => {
    const former = kept[purpose];
    return former === undefined ? derive(purpose) : Buffer.from(former, 'base64');
  };
}
