import type { VaultCollection } from './vault.ts';

/** Stores the document whether or not its id is taken; the last of concurrent callers wins. */
export async function putDocument<Doc extends { readonly _id: string }>(
  documents: Pick<VaultCollection<Doc>, 'insert' | 'replace'>,
  document: Doc,
): Promise<void> {
  while (!(await documents.insert(document))) if (await documents.replace(document)) return;
}
