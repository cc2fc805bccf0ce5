import type { KeyObject } from 'node:crypto';
import { VAULT_COLLECTIONS } from './collections.ts';
import { seal, unseal } from './seal.ts';
import { sweepUnnamed } from './sweep.ts';
import type { Vault } from './vault.ts';

const MASK = '••••';

const { placeOf } = VAULT_COLLECTIONS.secrets;

/** The mask of a secret: four dots and its last four characters; of a short secret only the dots. */
export const maskSecret = (secret: string): string => (secret.length > 4 ? `${MASK}${secret.slice(-4)}` : MASK);

/** Whether this is a mask: a returned mask changes nothing, and no real secret starts like one. */
export const isMask = (text: string): boolean => text.startsWith(MASK);

/** Keys of outside services (mail, scheduling, webhooks): sealed under the master key, never in the log. */
export interface SealedSecrets {
  /** Sets or replaces. `owner` is the stream whose events name it. */
  put(id: string, secret: string, owner: string): Promise<void>;
  get(id: string): Promise<string | undefined>;
  /** True if it existed. */
  delete(id: string): Promise<boolean>;
  /** Removes secrets that their owner does not name, after a day. */
  sweep(isNamed: (owner: string, id: string) => Promise<boolean>, signal: AbortSignal): Promise<void>;
}

interface SecretDocument {
  readonly _id: string;
  readonly owner: string;
  /** ISO-8601 UTC. */
  readonly createdAt: string;
  readonly sealed: string;
}

export function createSealedSecrets({
  vault,
  masterKey,
  now,
}: {
  vault: Vault;
  masterKey: KeyObject;
  now: () => number;
}): SealedSecrets {
  const documents = vault.collection<SecretDocument>({ name: 'secrets', indexes: [] });
  return {
    async put(id, secret, owner) {
      const sealed = seal(masterKey, secret, placeOf(id));
      const document = { _id: id, owner, createdAt: new Date(now()).toISOString(), sealed };
      while (!(await documents.insert(document))) if (await documents.replace(document)) return;
    },
    async get(id) {
      const document = await documents.get(id);
      return document && unseal(masterKey, document.sealed, placeOf(id));
    },
    delete: (id) => documents.delete(id),
    sweep: (isNamed, signal) =>
      sweepUnnamed(documents, { now: now(), isNamed: ({ owner, _id }) => isNamed(owner, _id), signal }),
  };
}
