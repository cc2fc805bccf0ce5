import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { Vault } from '../vault/vault.ts';
import { type AskPassphrase, openBackupFiles } from './backup-files.ts';
import { erasureListsIn, unprovenList } from './backup-folder.ts';
import { type Erasures, erasuresOf } from './erasures.ts';
import { openLineReader } from './line-reader.ts';
import { replaceLines } from './line-writer.ts';
import { TransferRefused } from './transfer-refused.ts';
import { readVaultLines } from './vault-lines.ts';

/** In all lists of a folder, because they are held in memory. */
const MAX_ERASURES = 1_000_000;

const HEADER = z.object({ format: z.literal('intake-erasures'), version: z.literal(1), createdAt: z.string() });
const LINE = z.object({
  subject: z.string().regex(/^(user|application|file)-[\w:.~-]{1,200}$/),
  erasedAt: z.iso.datetime().max(40),
});
/** Earlier versions wrote no proof and ignore it. */
const END = z.object({ erasures: z.int(), proof: z.string().optional() });

export interface ErasureList {
  readonly path: string;
  readonly erasures: Erasures;
  /** `hmacKey`: the installation's; undefined if it has none. */
  proofUnder(hmacKey: Buffer | undefined): 'valid' | 'wrong' | 'missing';
}

interface ListToWrite {
  readonly file: string;
  readonly createdAt: string;
  /** Restored with the vault, so a list can be proven wherever the vault is. */
  readonly hmacKey: Buffer;
}

/** Replaces only such a list. Its ids identify no person, so it may be stored anywhere. */
export async function exportErasures(vault: Vault, list: ListToWrite): Promise<number> {
  if (existsSync(list.file)) await requireList(list.file);
  return write(await erasuresOf(vault), list);
}

async function requireList(file: string): Promise<void> {
  if (await readList(file).catch(ifUnreadable)) return;
  throw new TransferRefused(`${file} exists already and is not a list of erasures. Choose another name.`);
}

export interface UpdatedErasures {
  /** On the list, but unknown to the vault: an older copy was restored. */
  readonly forgotten: number;
  /** New path of the former list, if this installation cannot have written it; else null. */
  readonly setAside: string | null;
}

/**
 * Keeps the list's other people, whom a vault restored from an older copy does not know. Accepts a list without a valid
 * proof only if the vault knows everyone on it.
 */
export async function updateErasures(vault: Vault, list: ListToWrite): Promise<UpdatedErasures> {
  const { file, createdAt, hmacKey } = list;
  const known = await erasuresOf(vault);
  const former = existsSync(file) ? await readList(file).catch(ifUnreadable) : NO_LIST;
  const proof = former?.proofUnder(hmacKey) ?? 'wrong';
  const unknown = [...(former?.erasures ?? [])].filter(([subject]) => !known.has(subject));
  const isOurs = proof === 'valid' || (proof === 'missing' && unknown.length === 0);
  const setAside = isOurs ? null : unprovenList(file, createdAt);
  if (setAside !== null) await rename(file, setAside);
  await write(new Map([...(isOurs ? unknown : []), ...known]), list);
  return { forgotten: isOurs ? unknown.length : 0, setAside };
}

const NO_LIST: Pick<ErasureList, 'erasures' | 'proofUnder'> = { erasures: new Map(), proofUnder: () => 'missing' };

function ifUnreadable(error: unknown): undefined {
  if (!(error instanceof TransferRefused)) throw error;
}

async function write(erasures: Erasures, { file, createdAt, hmacKey }: ListToWrite): Promise<number> {
  const header = { format: 'intake-erasures', version: 1, createdAt } satisfies z.infer<typeof HEADER>;
  const entries = [...erasures].map(([subject, erasedAt]) => ({ subject, erasedAt }));
  const proof = proofOf(erasures, createdAt, hmacKey).toString('base64');
  const end = { erasures: erasures.size, proof } satisfies z.infer<typeof END>;
  await replaceLines(file, [header, ...entries, end]);
  return erasures.size;
}

function proofOf(erasures: Erasures, createdAt: string, hmacKey: Buffer): Buffer {
  const key = Buffer.from(hkdfSync('sha256', hmacKey, '', 'intake list of erasures', 32));
  const proof = createHmac('sha256', key).update(JSON.stringify([createdAt, erasures.size]));
  for (const entry of erasures) proof.update(JSON.stringify(entry));
  return proof.digest();
}

export async function readErasures(path: string, passphrase: AskPassphrase): Promise<ErasureList> {
  return existsSync(path) && statSync(path).isDirectory() ? ofBackup(path, passphrase) : readList(path);
}

/** Those that schedules keep in the folder of this backup or export. */
export async function erasuresListedBeside(path: string, limit = MAX_ERASURES): Promise<readonly ErasureList[]> {
  const lists: ErasureList[] = [];
  let left = limit;
  for (const file of await erasureListsIn(dirname(path))) {
    const list = await readList(file, left).catch((cause: Error) => {
      throw cause instanceof TransferRefused
        ? new TransferRefused(
            `${cause.message.replace(/\.$/, '')}. Move this list out of ${dirname(file)}, then run this again.`,
            { cause },
          )
        : cause;
    });
    lists.push(list);
    left -= list.erasures.size;
  }
  return lists;
}

/** The operator vouches for this backup, as for the restored one. */
async function ofBackup(directory: string, passphrase: AskPassphrase): Promise<ErasureList> {
  const { vault } = await openBackupFiles(directory, passphrase);
  const erasures = new Map<string, string>();
  for await (const { collection, document } of readVaultLines(vault)) {
    if (collection !== 'subjectKeys' || typeof document.erasedAt !== 'string') continue;
    erasures.set(document._id, document.erasedAt);
  }
  return { path: directory, erasures, proofUnder: () => 'valid' };
}

async function readList(path: string, limit = MAX_ERASURES): Promise<ErasureList> {
  const lines = await openLineReader(path);
  const erasures = new Map<string, string>();
  try {
    const header = HEADER.safeParse(await lines.next().catch(ifUnreadable));
    if (!header.success) {
      throw new TransferRefused(`${path} is neither a backup nor written by "intake erasures export".`);
    }
    const { createdAt } = header.data;
    for (;;) {
      const line = await lines.next();
      const end = END.safeParse(line);
      if (end.success && end.data.erasures === erasures.size) {
        const { proof } = end.data;
        return {
          path,
          erasures,
          proofUnder(hmacKey) {
            if (proof === undefined) return 'missing';
            return hmacKey && isSame(proof, proofOf(erasures, createdAt, hmacKey)) ? 'valid' : 'wrong';
          },
        };
      }
      const parsed = LINE.safeParse(line);
      if (!parsed.success) throw lines.damaged(line ? 'names no erasure' : 'is the last one: the file is cut off');
      if (erasures.size >= limit)
        throw lines.damaged(`is beyond the ${MAX_ERASURES.toLocaleString('en')} erasures that lists may name together`);
      erasures.set(parsed.data.subject, parsed.data.erasedAt);
    }
  } finally {
    lines.close();
  }
}

function isSame(proof: string, expected: Buffer): boolean {
  const given = Buffer.from(proof, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
