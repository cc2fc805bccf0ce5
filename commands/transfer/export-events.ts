import { existsSync } from 'node:fs';
import { type MasterKey, masterKeysOf } from '../vault/master-keys.ts';
import { seal } from '../vault/seal.ts';
import type { Attachment, AttachmentCounts } from './attachments.ts';
import type { EventsEnd } from './event-lines.ts';
import { type FileEntry, fileEntries, type NotCopied } from './file-entries.ts';
import { type LineWriter, writeWhole } from './line-writer.ts';
import { type LogPart, partOfOrganization, WHOLE_LOG } from './log-part.ts';
import { newSealing, type Sealing } from './passphrase.ts';
import { counted, createMeter, type OnTransferProgress } from './progress.ts';
import { TransferRefused } from './transfer-refused.ts';
import { entriesThatMove, opened } from './vault-entries.ts';
import { type ExportSource, writeEvents } from './write-events.ts';

export interface ExportHeader {
  readonly format: 'intake-events';
  readonly version: 1;
  readonly storeId: string;
  readonly createdAt: string;
  readonly sealing?: Sealing;
}

/** Closes the sealed lines; names the events that they belong to. */
export interface SealedEnd extends EventsEnd {
  readonly entries: number;
}

/** Binds the n-th sealed line, from 1, to its position. */
export const placeOfLine = (n: number): string => `line ${n}`;
export const PLACE_OF_END = 'end';

export interface Exported extends EventsEnd, NotCopied {
  readonly file: string;
  /** Named so in the JSON of the operator's commands. */
  readonly belongings: AttachmentCounts | null;
}

export async function exportEvents(
  from: ExportSource & { readonly masterKey: MasterKey },
  {
    file,
    passphrase,
    createdAt,
    organizationId = null,
  }: {
    readonly file: string;
    readonly passphrase: string | null;
    readonly createdAt: string;
    /** Only this one, for an installation of its own; null for the whole log. */
    readonly organizationId?: string | null;
  },
  onProgress: OnTransferProgress,
): Promise<Exported> {
  if (existsSync(file)) throw new TransferRefused(`${file} exists already.`);
  const sealed = passphrase === null ? null : await newSealing(passphrase);
  const part = organizationId === null ? WHOLE_LOG : partOfOrganization(organizationId, from.store, onProgress);
  return writeWhole(file, async (lines) => {
    const header: ExportHeader = {
      format: 'intake-events',
      version: 1,
      storeId: from.store.storeId,
      createdAt,
      ...(sealed ? { sealing: sealed.sealing } : {}),
    };
    await lines.write(header);
    const { uploads, ...end } = await writeEvents(from, lines, onProgress, { part });
    const left: NotCopied = { faults: [], unreferenced: [] };
    const attachments = sealed
      ? await writeAttachments(
          from,
          sealed.key,
          end,
          part,
          counted(
            fileEntries(from, { uploads }, left, part.isWhole),
            uploads.size,
            createMeter('Writing files', onProgress),
          ),
          lines,
        )
      : null;
    return { file, ...end, belongings: attachments, ...left };
  });
}

async function writeAttachments(
  { vault, masterKey }: Parameters<typeof exportEvents>[0],
  key: Buffer,
  end: EventsEnd,
  part: LogPart,
  files: AsyncIterable<FileEntry>,
  lines: LineWriter,
): Promise<AttachmentCounts> {
  let entries = 0;
  const write = async (attachment: Attachment) => {
    entries += 1;
    await lines.write({ sealed: seal(key, JSON.stringify(attachment), placeOfLine(entries)) });
  };
  const keys = masterKeysOf(masterKey);
  for await (const entry of entriesThatMove(vault)) {
    const taken = part.takeEntry(entry);
    if (taken) await write(taken === entry ? await opened(entry, keys) : taken);
  }
  const documents = entries;
  for await (const file of files) await write(file);
  const closing: SealedEnd = { ...end, entries };
  await lines.write({ sealedEnd: seal(key, JSON.stringify(closing), PLACE_OF_END) });
  return { documents, files: entries - documents };
}
