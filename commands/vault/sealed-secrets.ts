import type { KeyObject } from 'node:crypto';
import { seal, unseal } from './seal.ts';
import type { Vault } from './vault.ts';

const MASK = '••••';

/** What a secret reads back as (D33): four dots and its last four characters; of a shorter one, nothing but the dots. */
export const maskSecret = (secret: string): string => (secret.length > 4 ? `${MASK}${secret.slice(-4)}` : MASK);

/** Others' keys that Intake holds (mail, scheduling, webhooks): sealed under the master key, never in the log (design §2). */
export interface SealedSecrets {
  /** Sets or replaces. */
  put(id: string, secret: string): Promise<void>;
  get(id: string): Promise<string | undefined>;
  /** Says whether it was there. */
  delete(id: string): Promise<boolean>;
}

interface SecretDocument {
  readonly _id: string;
  readonly sealed: string;
}

export function createSealedSecrets({ vault, masterKey }: { vault: Vault; masterKey: KeyObject }): SealedSecrets {
  const documents = vault.collection<SecretDocument>({ name: 'secrets', indexes: [] });
  const placeOf = (id: string) => `secret:${id}`;
  return {
    async put(id, secret) {
      const document = { _id: id, sealed: seal(masterKey, secret, placeOf(id)) };
      while (!(await documents.insert(document))) if (await documents.replace(document)) return;
    },
    async get(id) {
      const document = await documents.get(id);
      return document && unseal(masterKey, document.sealed, placeOf(id));
    },
    delete: (id) => documents.delete(id),
  };
}
