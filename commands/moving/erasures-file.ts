import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { Vault } from '../vault/vault.ts';
import { type AskPassphrase, openBackupFiles } from './backup-files.ts';
import { erasureListsIn } from './backup-folder.ts';
import { type Erasures, erasuresOf } from './erasures.ts';
import { openLineReader } from './line-reader.ts';
import { createLineWriter, publish, unfinished } from './line-writer.ts';
import { MovingRefused } from './moving-refused.ts';
import { readVaultLines } from './vault-lines.ts';

const HEADER = z.object({ format: z.literal('intake-erasures'), version: z.literal(1), createdAt: z.string() });
const LINE = z.object({ subject: z.string().regex(/^(user|application|file)-[\w:.~-]+$/), erasedAt: z.iso.datetime() });
const END = z.object({ erasures: z.int() });

/** Writes down who has been erased: ids that lead nobody back to a person, so the file may be kept anywhere. */
export async function exportErasures(
  vault: Vault,
  { file, createdAt }: { readonly file: string; readonly createdAt: string },
): Promise<number> {
  return write(await erasuresOf(vault), { file, createdAt });
}

/**
 * Adds those whom the vault knows as erased to a list. Who is on it stays, because a vault that was put back from an older copy
 * has forgotten them; answers how many those are.
 */
export async function updateErasures(
  vault: Vault,
  { file, createdAt }: { readonly file: string; readonly createdAt: string },
): Promise<number> {
  const listed: Erasures = existsSync(file) ? await ofFile(file) : new Map();
  const known = await erasuresOf(vault);
  await write(new Map([...listed, ...known]), { file, createdAt });
  return [...listed.keys()].filter((subject) => !known.has(subject)).length;
}

async function write(
  erasures: Erasures,
  { file, createdAt }: { readonly file: string; readonly createdAt: string },
): Promise<number> {
  const lines = await createLineWriter(unfinished(file));
  try {
    await lines.write({ format: 'intake-erasures', version: 1, createdAt } satisfies z.infer<typeof HEADER>);
    for (const [subject, erasedAt] of erasures) await lines.write({ subject, erasedAt });
    await lines.write({ erasures: erasures.size });
    await lines.finish();
    await publish(file);
    return erasures.size;
  } finally {
    await lines.abandon();
  }
}

/** From such a file, or from a later backup. */
export async function readErasures(path: string, passphrase: AskPassphrase): Promise<Erasures> {
  return existsSync(path) && statSync(path).isDirectory() ? ofBackup(path, passphrase) : ofFile(path);
}

/** From the lists that schedules keep beside their backups; those of other installations name nobody of this one. */
export async function erasuresListedBeside(directory: string): Promise<Erasures> {
  const erasures = new Map<string, string>();
  for (const file of await erasureListsIn(dirname(directory))) {
    for (const [subject, erasedAt] of await ofFile(file)) erasures.set(subject, erasedAt);
  }
  return erasures;
}

async function ofBackup(directory: string, passphrase: AskPassphrase): Promise<Erasures> {
  const { vault } = await openBackupFiles(directory, passphrase);
  const erasures = new Map<string, string>();
  for await (const { collection, document } of readVaultLines(vault)) {
    if (collection !== 'subjectKeys' || typeof document.erasedAt !== 'string') continue;
    erasures.set(document._id, document.erasedAt);
  }
  return erasures;
}

async function ofFile(path: string): Promise<Erasures> {
  const lines = await openLineReader(path);
  const erasures = new Map<string, string>();
  try {
    if (!HEADER.safeParse(await lines.next()).success) {
      throw new MovingRefused(`${path} is neither a backup nor written by "intake erasures export".`);
    }
    for (;;) {
      const line = await lines.next();
      const end = END.safeParse(line);
      if (end.success && end.data.erasures === erasures.size) return erasures;
      const parsed = LINE.safeParse(line);
      if (!parsed.success) throw lines.damaged(line ? 'names no erasure' : 'is the last one: the file is cut off');
      erasures.set(parsed.data.subject, parsed.data.erasedAt);
    }
  } finally {
    lines.close();
  }
}
