import { setImmediate as nextTurn } from 'node:timers/promises';
import { faultOfDocument, isDocumentId } from '../../domain/event-sourcing/storable.ts';
import { inPages } from '../../timing/in-pages.ts';
import { isVaultCollection, type Move, VAULT_COLLECTIONS, type VaultCollectionName } from '../vault/collections.ts';
import type { MasterKeys } from '../vault/master-keys.ts';
import type { Vault } from '../vault/vault.ts';

const PAGE = 200;

export type VaultDocument = Readonly<Record<string, unknown>> & { readonly _id: string };

export interface VaultEntry {
  readonly collection: VaultCollectionName;
  readonly document: VaultDocument;
}

export const moveOf = (collection: VaultCollectionName): Move => VAULT_COLLECTIONS[collection];

export async function* entriesThatMove(vault: Vault): AsyncGenerator<VaultEntry> {
  for (const name of Object.keys(VAULT_COLLECTIONS) as VaultCollectionName[]) {
    if (moveOf(name).moves !== 'never') yield* entriesOf(vault, name);
  }
}

export async function* entriesOf(vault: Vault, collection: VaultCollectionName): AsyncGenerator<VaultEntry> {
  const documents = vault.collection<VaultDocument>({ name: collection, indexes: [] });
  for await (const page of inPages((from) => documents.find({}, { limit: PAGE, ...from }))) {
    for (const document of page.documents) yield { collection, document };
    await nextTurn();
  }
}

/** For a file that is sealed as a whole. */
export const opened = (entry: VaultEntry, keys: MasterKeys): Promise<VaultEntry> =>
  withSealed(entry, async (text, place) => {
    await keys.learn([text]);
    return keys.unseal(text, place);
  });

export const resealed = (entry: VaultEntry, keys: MasterKeys): Promise<VaultEntry> =>
  withSealed(entry, (text, place) => keys.seal(text, place));

/** Changes what is sealed under MASTER_KEY, if anything is. */
export async function withSealed(
  entry: VaultEntry,
  change: (text: string, place: string) => Promise<string>,
): Promise<VaultEntry> {
  const { collection, document } = entry;
  const move = moveOf(collection);
  if (move.moves !== 'resealed') return entry;
  const text = document[move.member];
  if (typeof text !== 'string') return entry;
  return { collection, document: { ...document, [move.member]: await change(text, move.placeOf(document._id)) } };
}

export function asVaultEntry(value: Readonly<Record<string, unknown>>): VaultEntry | undefined {
  const { collection, document } = value;
  if (typeof collection !== 'string' || !isVaultCollection(collection)) return undefined;
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return undefined;
  if (!('_id' in document && isDocumentId(document._id)) || '_pos' in document) return undefined;
  if (faultOfDocument(document)) return undefined;
  return { collection, document: document as VaultDocument };
}

export async function putEntry(vault: Vault, { collection, document }: VaultEntry): Promise<void> {
  const documents = vault.collection<VaultDocument>({ name: collection, indexes: [] });
  while (!(await documents.insert(document))) {
    if (collection === 'subjectKeys' && (await documents.get(document._id))?.erasedAt !== undefined) return;
    if (await documents.replace(document)) return;
  }
}

export async function removeEntry(vault: Vault, { collection, document }: VaultEntry): Promise<void> {
  await vault.collection<VaultDocument>({ name: collection, indexes: [] }).delete(document._id);
}
