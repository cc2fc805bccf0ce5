import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Attachment, countAttachments } from './attachments.ts';
import { type AskPassphrase, type BackupFiles, openBackupFiles } from './backup-files.ts';
import { clearUnfinished } from './backup-folder.ts';
import { readClosed, writeClosed } from './closed-lines.ts';
import type { ExportHeader } from './export-events.ts';
import { openEventsFile } from './export-file.ts';
import { asFileEntry, fileEntries, type NotCopied } from './file-entries.ts';
import { LOCK, takeFolderLock } from './folder-lock.ts';
import type { ImportSource } from './import-source.ts';
import {
  createLineWriter,
  type LineWriter,
  publish,
  removeAtExit,
  syncDirectory,
  unfinished,
  type Written,
} from './line-writer.ts';
import { contentsOf, MANIFEST, type Manifest, requireContents } from './manifest.ts';
import { type Pace, paced, YIELD_ONLY } from './pace.ts';
import { newSealing } from './passphrase.ts';
import { counted, createMeter, type OnTransferProgress } from './progress.ts';
import { sealedWriter } from './sealed-lines.ts';
import { TransferRefused } from './transfer-refused.ts';
import { readVaultLines, writeVaultLines } from './vault-lines.ts';
import { WITHOUT_KEYS } from './without-keys.ts';
import { type ExportSource, writeEvents } from './write-events.ts';

/** Documents between two pauses; files are larger and pause one by one. */
const DOCUMENTS_AT_ONCE = 100;

export interface BackupOptions {
  readonly directory: string;
  /** ISO-8601 UTC: includes everything acknowledged before. */
  readonly createdAt: string;
  /** Encrypts everything; null: not encrypted. */
  readonly passphrase: string | null;
  readonly pace?: Pace;
}

/**
 * Copies events, then vault, then files while the portal runs, and reads everything back. What an event refers to was
 * in the vault before it, so the later copy contains it. The directory gets its name when the backup is complete; a
 * failure leaves nothing. The manifest lists missing and damaged files.
 */
export async function backUp(
  from: ExportSource,
  options: BackupOptions,
  onProgress: OnTransferProgress,
): Promise<Manifest> {
  const { directory, passphrase, pace = YIELD_ONLY } = options;
  if (existsSync(directory))
    throw new TransferRefused(`${directory} exists already. Choose a new directory for each backup.`);
  const work = unfinished(directory);
  await mkdir(dirname(directory), { recursive: true });
  await clearUnfinished(work);
  await mkdir(work, { mode: 0o700 });
  const keep = removeAtExit(work);
  const lock = takeFolderLock(work);
  try {
    const manifest = await writeBackup(from, { ...options, directory: work, pace }, onProgress);
    await requireWhole(work, async () => passphrase ?? '', pace, onProgress);
    await publish(directory);
    await rm(join(directory, LOCK), { force: true });
    return manifest;
  } catch (error) {
    await rm(work, { recursive: true, force: true }).catch(() => undefined);
    throw error;
  } finally {
    keep();
    lock?.release();
  }
}

async function writeBackup(
  from: ExportSource,
  { directory, createdAt, passphrase, pace }: Required<BackupOptions>,
  onProgress: OnTransferProgress,
): Promise<Manifest> {
  const sealed = passphrase === null ? null : await newSealing(passphrase);
  const write = async <Content extends object>(file: string, content: (lines: LineWriter) => Promise<Content>) => ({
    file,
    ...(await writeFile(join(directory, file), (lines) =>
      content(sealed ? sealedWriter(lines, { file, key: sealed.key }) : lines),
    )),
  });
  const { storeId } = from.store;
  let uploads: Awaited<ReturnType<typeof writeEvents>>['uploads'] = new Map();
  const events = await write('events.ndjson', async (lines) => {
    await lines.write({ format: 'intake-events', version: 1, storeId, createdAt } satisfies ExportHeader);
    const written = await writeEvents(from, lines, onProgress, { pace });
    uploads = written.uploads;
    return { events: written.events, digest: written.digest };
  });
  const vault = await write('vault.ndjson', async (lines) => ({
    documents: await writeVaultLines(from.vault, lines, pace),
  }));
  const left: NotCopied = { faults: [], unreferenced: [] };
  const files = await write('files.ndjson', async (lines) => {
    const entries = fileEntries(from, { uploads }, left);
    const shown = counted(entries, uploads.size, createMeter('Writing files', onProgress));
    return { files: await writeClosed(lines, paced(shown, pace, 1)), ...left };
  });
  const manifest: Manifest = {
    format: 'intake-backup',
    version: 1,
    createdAt,
    storeId,
    ...(sealed ? { sealing: sealed.sealing } : {}),
    events,
    vault,
    files,
  };
  await writeFile(join(directory, MANIFEST), async (lines) => {
    await lines.write(manifest);
    return {};
  });
  await syncDirectory(directory);
  return manifest;
}

async function writeFile<Content extends object>(
  path: string,
  write: (lines: LineWriter) => Promise<Content>,
): Promise<Content & Written> {
  const lines = await createLineWriter(path);
  try {
    return { ...(await write(lines)), ...(await lines.finish()) };
  } finally {
    await lines.abandon();
  }
}

/** Reads a backup like a restore: sums, hashes, chains and counts. */
async function requireWhole(
  directory: string,
  passphrase: AskPassphrase,
  pace: Pace,
  onProgress: OnTransferProgress,
): Promise<void> {
  const opened = await openBackupFiles(directory, passphrase, pace);
  const said = contentsOf(opened.manifest);
  const name = basename(directory);
  const show = createMeter('Reading the backup back, in kB', onProgress);
  const source = await openEvents(opened, name);
  const reading = source.events(WITHOUT_KEYS, (bytes, total) => show(Math.ceil(bytes / 1000), Math.ceil(total / 1000)));
  for (;;) {
    const { done, value } = await reading.next();
    await pace();
    if (!done) continue;
    requireContents(name, { events: value.events, digest: value.digest }, said);
    break;
  }
  requireContents(name, await countAttachments(attachmentsOf(opened, pace)), said);
}

async function openEvents({ events, manifest }: BackupFiles, name: string): Promise<ImportSource> {
  const { createdAt, ...source } = await openEventsFile(events);
  requireContents(name, { storeId: source.storeId, createdAt }, contentsOf(manifest));
  return source;
}

async function* attachmentsOf({ vault, files }: BackupFiles, pace: Pace): AsyncGenerator<Attachment> {
  yield* paced(readVaultLines(vault), pace, DOCUMENTS_AT_ONCE);
  yield* paced(readClosed(files, asFileEntry), pace, 1);
}

/** A finished backup with unchanged files. */
export async function openBackup(
  directory: string,
  passphrase: AskPassphrase,
): Promise<ImportSource & { readonly backup: BackupFiles }> {
  const backup = await openBackupFiles(directory, passphrase);
  const name = basename(directory);
  const said = contentsOf(backup.manifest);
  const source = await openEvents(backup, name);
  return { ...source, name, said, backup, attachments: () => attachmentsOf(backup, YIELD_ONLY) };
}
