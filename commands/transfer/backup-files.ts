import { join } from 'node:path';
import { type OpenLines, openLineReader } from './line-reader.ts';
import { checkSums, type Manifest, readManifest } from './manifest.ts';
import { type Pace, YIELD_ONLY } from './pace.ts';
import { openSealing } from './passphrase.ts';
import { sealedReader } from './sealed-lines.ts';

/** Called only if a passphrase is needed. */
export type AskPassphrase = () => Promise<string>;

export interface BackupFiles {
  readonly manifest: Manifest;
  readonly events: OpenLines;
  readonly vault: OpenLines;
  readonly files: OpenLines;
}

export async function openBackupFiles(
  directory: string,
  passphrase: AskPassphrase,
  pace: Pace = YIELD_ONLY,
): Promise<BackupFiles> {
  const manifest = await readManifest(directory);
  await checkSums(directory, manifest, pace);
  const key = manifest.sealing && (await openSealing(await passphrase(), manifest.sealing, directory));
  const openerOf =
    ({ file }: { readonly file: string }): OpenLines =>
    async (from) => {
      const lines = await openLineReader(join(directory, file), from);
      return key ? sealedReader(lines, key) : lines;
    };
  return {
    manifest,
    events: openerOf(manifest.events),
    vault: openerOf(manifest.vault),
    files: openerOf(manifest.files),
  };
}
