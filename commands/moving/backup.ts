import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readClosed, writeClosed } from './closed-lines.ts';
import type { ExportHeader } from './export-events.ts';
import { openEventsFile } from './export-file.ts';
import { asFileEntry, fileEntries } from './file-entries.ts';
import { createLineWriter, type LineWriter, publish, syncDirectory, unfinished, type Written } from './line-writer.ts';
import { checkSums, MANIFEST, type Manifest, readManifest } from './manifest.ts';
import { MovingRefused } from './moving-refused.ts';
import type { MovingSource } from './moving-source.ts';
import type { OnMovingProgress } from './progress.ts';
import { readVaultLines, writeVaultLines } from './vault-lines.ts';
import { type MovingOut, writeEvents } from './write-events.ts';

/**
 * Copies events, then the vault, then files into a new directory; the portal may go on meanwhile. What an event refers to stood in the vault
 * before it, so the later copy of the vault holds it. Read models follow from the events, the master key is kept elsewhere.
 */
export async function backUp(
  from: MovingOut,
  { directory, createdAt }: { readonly directory: string; readonly createdAt: string },
  onProgress: OnMovingProgress,
): Promise<Manifest> {
  if (existsSync(directory)) throw new MovingRefused(`${directory} is there already. Each backup is a new directory.`);
  const work = unfinished(directory);
  await mkdir(dirname(directory), { recursive: true });
  // Of a backup that was interrupted.
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { mode: 0o700 });

  const { storeId } = from.store;
  const events = await writeFile(join(work, 'events.ndjson'), async (lines) => {
    await lines.write({ format: 'intake-events', version: 1, storeId, createdAt } satisfies ExportHeader);
    const { position: _, ...end } = await writeEvents(from, lines, onProgress);
    return end;
  });
  const vault = await writeFile(join(work, 'vault.ndjson'), async (lines) => ({
    documents: await writeVaultLines(from.vault, lines),
  }));
  const files = await writeFile(join(work, 'files.ndjson'), async (lines) => ({
    files: await writeClosed(lines, fileEntries(from.files)),
  }));
  const manifest: Manifest = {
    format: 'intake-backup',
    version: 1,
    createdAt,
    storeId,
    events: { file: 'events.ndjson', ...events },
    vault: { file: 'vault.ndjson', ...vault },
    files: { file: 'files.ndjson', ...files },
  };
  await writeFile(join(work, MANIFEST), async (lines) => {
    await lines.write(manifest);
    return {};
  });
  await syncDirectory(work);
  await publish(directory);
  return manifest;
}

async function writeFile<Told extends object>(
  path: string,
  write: (lines: LineWriter) => Promise<Told>,
): Promise<Told & Written> {
  const lines = await createLineWriter(path);
  try {
    return { ...(await write(lines)), ...(await lines.finish()) };
  } finally {
    await lines.abandon();
  }
}

/** A finished backup whose files are as they were written. */
export async function openBackup(directory: string): Promise<MovingSource & { readonly vaultFile: string }> {
  const manifest = await readManifest(directory);
  await checkSums(directory, manifest);
  const vaultFile = join(directory, manifest.vault.file);
  return {
    ...(await openEventsFile(join(directory, manifest.events.file))),
    vaultFile,
    async *belongings() {
      yield* readVaultLines(vaultFile);
      yield* readClosed(join(directory, manifest.files.file), asFileEntry);
    },
  };
}
