import { FILE_LIMIT_BYTES } from '../../domain/file/media-types.ts';
import type { FileStore } from '../file-store/port.ts';
import { isFileId } from '../file-store/stored-file.ts';

const PAGE = 200;

/** An uploaded file, beside the events that speak of it. */
export interface FileEntry {
  readonly file: string;
  /** Base64. */
  readonly bytes: string;
}

export async function* fileEntries(files: FileStore): AsyncGenerator<FileEntry> {
  let after: string | undefined;
  for (;;) {
    const ids = await files.list({ limit: PAGE, ...(after === undefined ? {} : { after }) });
    for (const file of ids) {
      const bytes = await files.get(file);
      // Removed meanwhile, as nothing referred to it any more.
      if (bytes) yield { file, bytes: bytes.toString('base64') };
    }
    after = ids.at(-1);
    if (after === undefined || ids.length < PAGE) return;
  }
}

export const putFile = (files: FileStore, { file, bytes }: FileEntry): Promise<void> =>
  files.put(file, Buffer.from(bytes, 'base64'));

/** Undefined for what is no file that a store takes. */
export function asFileEntry({ file, bytes }: Readonly<Record<string, unknown>>): FileEntry | undefined {
  if (typeof file !== 'string' || !isFileId(file) || typeof bytes !== 'string') return undefined;
  return Buffer.byteLength(bytes, 'base64') < FILE_LIMIT_BYTES ? { file, bytes } : undefined;
}
