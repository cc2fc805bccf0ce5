import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { AttachmentCounts } from './attachments.ts';
import type { EventsEnd } from './event-lines.ts';
import type { FileFault } from './file-entries.ts';
import { sumOf } from './line-reader.ts';
import { type Pace, YIELD_ONLY } from './pace.ts';
import { SEALING } from './passphrase.ts';
import { readWhole } from './regular-file.ts';
import { TransferRefused } from './transfer-refused.ts';

export const MANIFEST = 'manifest.json';

/** Enough for 150,000 missing files. */
const MAX_BYTES = 33_554_432;
const FEWEST_MEMBERS = 1000;
/** A backup writes longer ones: at least a file's id. */
const BYTES_PER_MEMBER = 12;

const file = z.string().regex(/^\w[\w.-]*$/);
const written = { file, bytes: z.int(), sha256: z.string() };

const fault = z.object({
  id: z.string(),
  fault: z.enum(['missing', 'damaged']),
  upload: z
    .object({ organizationId: z.string(), target: z.string(), size: z.int(), uploadedAt: z.string() })
    .nullable(),
}) satisfies z.ZodType<FileFault>;

const BACKUP = z.object({
  format: z.literal('intake-backup'),
  version: z.literal(1),
  createdAt: z.iso.datetime(),
  storeId: z.string(),
  /** Every line is sealed under a key of this passphrase; absent if nothing is encrypted. */
  sealing: SEALING.optional(),
  /** Like an anchor: the restored log must reproduce it. */
  events: z.object({ events: z.int(), digest: z.string(), ...written }),
  vault: z.object({ documents: z.int(), ...written }),
  files: z.object({
    files: z.int(),
    faults: z.array(fault).default([]),
    unreferenced: z.array(z.string()).default([]),
    ...written,
  }),
});
export type Manifest = z.infer<typeof BACKUP>;

export async function readManifest(directory: string): Promise<Manifest> {
  const path = join(directory, MANIFEST);
  if (!existsSync(directory)) throw new TransferRefused(`There is no folder ${directory}.`);
  if (!existsSync(path)) {
    throw new TransferRefused(`${directory} is not a finished backup: it has no ${MANIFEST}, which is written last.`);
  }
  let value: unknown;
  try {
    const text = await readWhole(path, MAX_BYTES);
    if (membersIn(text) <= FEWEST_MEMBERS + text.length / BYTES_PER_MEMBER) value = JSON.parse(text.toString());
  } catch (cause) {
    throw cause instanceof TransferRefused ? cause : new TransferRefused(`${path} cannot be read.`, { cause });
  }
  const parsed = BACKUP.safeParse(value);
  if (!parsed.success) throw new TransferRefused(`${path} was not written by "intake backup" of this version.`);
  return parsed.data;
}

const [COMMA, BRACKET, BRACE] = [0x2c, 0x5b, 0x7b];

/** An upper bound: each value may take 100 bytes of memory. */
function membersIn(text: Buffer): number {
  let count = 0;
  for (const byte of text) if (byte === COMMA || byte === BRACKET || byte === BRACE) count += 1;
  return count;
}

export type BackupContents = EventsEnd & AttachmentCounts & Pick<Manifest, 'storeId' | 'createdAt'>;

export const contentsOf = ({ storeId, createdAt, events, vault, files }: Manifest): BackupContents => ({
  storeId,
  createdAt,
  events: events.events,
  digest: events.digest,
  documents: vault.documents,
  files: files.files,
});

const CONTENTS = {
  storeId: 'id of the log',
  createdAt: 'time of the backup',
  events: 'events',
  digest: 'digest of the events',
  documents: 'documents of the vault',
  files: 'files',
} as const satisfies Record<keyof BackupContents, string>;

export function requireContents(name: string, found: Partial<BackupContents>, said: BackupContents): void {
  for (const [member, value] of Object.entries(found) as [keyof BackupContents, number | string][]) {
    if (value === said[member]) continue;
    throw new TransferRefused(
      `${name} does not hold what its ${MANIFEST} says: ${CONTENTS[member]}: ${value} instead of ${said[member]}. Take another backup.`,
    );
  }
}

export async function checkSums(
  directory: string,
  { events, vault, files }: Manifest,
  pace: Pace = YIELD_ONLY,
): Promise<void> {
  for (const { file, bytes, sha256 } of [events, vault, files]) {
    const path = join(directory, file);
    const found = await sumOf(path, pace);
    if (found.bytes !== bytes || found.sha256 !== sha256)
      throw new TransferRefused(`${path} has changed since the backup was made.`);
  }
}
