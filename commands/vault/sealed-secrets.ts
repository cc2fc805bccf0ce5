import type { KeyObject } from 'node:crypto';
import { VAULT_COLLECTIONS } from './collections.ts';
import { seal, unseal } from './seal.ts';
import { sweepUnnamed } from './sweep.ts';
import type { Vault } from './vault.ts';

const { placeOf } = VAULT_COLLECTIONS.secrets;

export interface SealedSecrets {
  put(id: string, secret: string, owner: string): Promise<void>;
  get(id: string): Promise<string | undefined>;
  delete(id: string): Promise<boolean>;
  sweep(isNamed: (owner: string, id: string) => Promise<boolean>, signal: AbortSignal): Promise<void>;
}

interface SecretDocument {
  readonly _id: string;
  readonly owner: string;
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
