import { VAULT_COLLECTIONS } from './collections.ts';
import { type MasterKey, masterKeysOf } from './master-keys.ts';
import { putDocument } from './put-document.ts';
import { sweepUnnamed } from './sweep.ts';
import type { Vault } from './vault.ts';

const { placeOf } = VAULT_COLLECTIONS.secrets;

export interface SealedSecrets {
  put(id: string, secret: string, owner: string): Promise<void>;
  /** Keeps the one that the id may have, also if several processes add one at once. */
  add(id: string, secret: string, owner: string): Promise<void>;
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
  masterKey: MasterKey;
  now: () => number;
}): SealedSecrets {
  const keys = masterKeysOf(masterKey);
  const documents = vault.collection<SecretDocument>({ name: 'secrets', indexes: [] });
  async function store(
    id: string,
    { secret, owner }: { readonly secret: string; readonly owner: string },
    write: (document: SecretDocument) => Promise<unknown>,
  ): Promise<void> {
    const sealed = await keys.seal(secret, placeOf(id));
    const document = { _id: id, owner, createdAt: new Date(now()).toISOString(), sealed };
    await write(document);
    await keys.settle(sealed, placeOf(id), (resealed) =>
      documents.replace({ ...document, sealed: resealed }, { sealed }),
    );
  }

  return {
    put: (id, secret, owner) => store(id, { secret, owner }, (document) => putDocument(documents, document)),
    add: (id, secret, owner) => store(id, { secret, owner }, (document) => documents.insert(document)),
    async get(id) {
      const document = await documents.get(id);
      if (!document) return undefined;
      await keys.learn([document.sealed]);
      return keys.unseal(document.sealed, placeOf(id));
    },
    delete: (id) => documents.delete(id),
    sweep: (isNamed, signal) =>
      sweepUnnamed(documents, { now: now(), isNamed: ({ owner, _id }) => isNamed(owner, _id), signal }),
  };
}
