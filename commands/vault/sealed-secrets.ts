import type { KeyObject } from 'node:crypto';
import { VAULT_COLLECTIONS } from './collections.ts';
import { seal, unseal } from './seal.ts';
import { sweepUnnamed } from './sweep.ts';
import type { Vault } from './vault.ts';

const MASK = '••••';

const { placeOf } = VAULT_COLLECTIONS.secrets;

/** What a secret reads back as: four dots and its last four characters; of a shorter one, nothing but the dots. */
export const maskSecret = (secret: string): string => (secret.length > 4 ? `${MASK}${secret.slice(-4)}` : MASK);

/** Whether this is what a secret read back as: sent again it changes nothing, and no real one begins so. */
export const isMask = (text: string): boolean => text.startsWith(MASK);

/** Others' keys that Intake holds (mail, scheduling, webhooks): sealed under the master key, never in the log. */
export interface SealedSecrets {
  /** Sets or replaces. `owner` is whose events name it. */
  put(id: string, secret: string, owner: string): Promise<void>;
  get(id: string): Promise<string | undefined>;
  /** Says whether it was there. */
  delete(id: string): Promise<boolean>;
  /** Removes what its owner does not name, a day after it was put there. */
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
