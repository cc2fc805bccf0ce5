import type { FileStore } from '../file-store/port.ts';
import type { Vault } from '../vault/vault.ts';
import { asFileEntry, type FileEntry, putFile } from './file-entries.ts';
import { asVaultEntry, putEntry, type VaultEntry } from './vault-entries.ts';

export type Belonging = VaultEntry | FileEntry;

const AT_ONCE = 200;

export const isFile = (belonging: Belonging): belonging is FileEntry => 'file' in belonging;

export const asBelonging = (value: Readonly<Record<string, unknown>>): Belonging | undefined =>
  'file' in value ? asFileEntry(value) : asVaultEntry(value);

export interface Put {
  readonly documents: number;
  readonly files: ReadonlySet<string>;
}

/** Replaces existing ones. Documents in batches, files one by one, because they are large. */
export async function putBelongings(
  into: { readonly vault: Vault; readonly files: FileStore },
  belongings: AsyncIterable<Belonging>,
): Promise<Put> {
  let entries: VaultEntry[] = [];
  let documents = 0;
  const files = new Set<string>();
  const put = async () => {
    await Promise.all(entries.map((entry) => putEntry(into.vault, entry)));
    documents += entries.length;
    entries = [];
  };
  for await (const belonging of belongings) {
    if (isFile(belonging)) {
      await putFile(into.files, belonging);
      files.add(belonging.file);
    } else entries.push(belonging);
    if (entries.length >= AT_ONCE) await put();
  }
  await put();
  return { documents, files };
}

export interface BelongingCounts {
  readonly documents: number;
  readonly files: number;
}

export async function countBelongings(belongings: AsyncIterable<Belonging>): Promise<BelongingCounts> {
  let documents = 0;
  let files = 0;
  for await (const belonging of belongings) {
    if (isFile(belonging)) files += 1;
    else documents += 1;
  }
  return { documents, files };
}
