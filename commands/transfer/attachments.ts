import type { FileStore } from '../file-store/port.ts';
import type { Vault } from '../vault/vault.ts';
import { asFileEntry, type FileEntry, putFile } from './file-entries.ts';
import { asVaultEntry, putEntry, type VaultEntry } from './vault-entries.ts';

export type Attachment = VaultEntry | FileEntry;

const AT_ONCE = 200;

export const isFile = (attachment: Attachment): attachment is FileEntry => 'file' in attachment;

export const asAttachment = (value: Readonly<Record<string, unknown>>): Attachment | undefined =>
  'file' in value ? asFileEntry(value) : asVaultEntry(value);

export interface Put {
  readonly documents: number;
  readonly files: ReadonlySet<string>;
}

/** Replaces existing ones. Documents in batches, files one by one, because they are large. */
export async function putAttachments(
  into: { readonly vault: Vault; readonly files: FileStore },
  attachments: AsyncIterable<Attachment>,
): Promise<Put> {
  let entries: VaultEntry[] = [];
  let documents = 0;
  const files = new Set<string>();
  const put = async () => {
    await Promise.all(entries.map((entry) => putEntry(into.vault, entry)));
    documents += entries.length;
    entries = [];
  };
  for await (const attachment of attachments) {
    if (isFile(attachment)) {
      await putFile(into.files, attachment);
      files.add(attachment.file);
    } else entries.push(attachment);
    if (entries.length >= AT_ONCE) await put();
  }
  await put();
  return { documents, files };
}

export interface AttachmentCounts {
  readonly documents: number;
  readonly files: number;
}

export async function countAttachments(attachments: AsyncIterable<Attachment>): Promise<AttachmentCounts> {
  let documents = 0;
  let files = 0;
  for await (const attachment of attachments) {
    if (isFile(attachment)) files += 1;
    else documents += 1;
  }
  return { documents, files };
}
