import { FILE_LIMIT_BYTES } from '../../domain/file/media-types.ts';
import type { FileStore } from '../file-store/port.ts';
import { isFileId } from '../file-store/stored-file.ts';
import { type ComparedFile, compareFiles, type UploadLedger } from '../integrity/uploaded-files.ts';
import type { ExportSource } from './write-events.ts';

export interface FileEntry {
  readonly file: string;
  readonly bytes: string;
}

/** A missing or damaged file. */
export type FileFault = Extract<ComparedFile, { fault: string }>;

export interface NotCopied {
  readonly faults: FileFault[];
  /** Damaged files that no upload in the log names: nothing is lost. */
  readonly unreferenced: string[];
}

/** Sound files; others are added to `left`. Of a part of the log only those that it names. */
export async function* fileEntries(
  from: Pick<ExportSource, 'files' | 'store'>,
  ledger: Pick<UploadLedger, 'uploads'>,
  left: NotCopied,
  isWhole = true,
): AsyncGenerator<FileEntry> {
  for await (const compared of compareFiles(ledger, from)) {
    if (!isWhole && !compared.upload) continue;
    if (compared.fault === null) yield { file: compared.id, bytes: compared.bytes.toString('base64') };
    else if (compared.upload) left.faults.push(compared);
    else left.unreferenced.push(compared.id);
  }
}

export const putFile = (files: FileStore, { file, bytes }: FileEntry): Promise<void> =>
  files.put(file, Buffer.from(bytes, 'base64'));

export function asFileEntry({ file, bytes }: Readonly<Record<string, unknown>>): FileEntry | undefined {
  if (typeof file !== 'string' || !isFileId(file) || typeof bytes !== 'string') return undefined;
  return Buffer.byteLength(bytes, 'base64') < FILE_LIMIT_BYTES ? { file, bytes } : undefined;
}
