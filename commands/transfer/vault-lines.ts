import { type KeyNotes, keyIdIn, keyNotesIn, readKeyNotes } from '../vault/master-keys.ts';
import type { Vault } from '../vault/vault.ts';
import { readClosed, writeClosed } from './closed-lines.ts';
import type { OpenLines } from './line-reader.ts';
import type { LineWriter } from './line-writer.ts';
import { type Pace, paced } from './pace.ts';
import { TransferRefused } from './transfer-refused.ts';
import { asVaultEntry, entriesThatMove, moveOf, type VaultEntry } from './vault-entries.ts';

const AT_ONCE = 100;

/** Sealed as stored, with the value that checks MASTER_KEY. Returns the number of documents. */
export async function writeVaultLines(vault: Vault, lines: LineWriter, pace: Pace): Promise<number> {
  const notes = await readKeyNotes(vault);
  const { check, rotation } = notes;
  // The old key must not lead to the new one once it is out of use.
  const { newUnderOld: _never, ...kept } = rotation ?? {};
  const documents = [...(check ? [check] : []), ...(rotation ? [kept] : [])];
  const noted = documents.map((document) => ({ collection: 'masterKey', document }));
  const written = await writeClosed(lines, noted, paced(entriesThatMove(vault), pace, AT_ONCE));
  if (!rotation && newestKey(await readKeyNotes(vault)) !== newestKey(notes)) {
    throw new TransferRefused('The master key changed during the backup. Make another backup.');
  }
  return written - noted.length;
}

const newestKey = ({ check, rotation }: KeyNotes) => rotation?.to ?? (check && keyIdIn(check.sealed));

export async function* readVaultLines(open: OpenLines): AsyncGenerator<VaultEntry> {
  for await (const entry of readClosed(open, asVaultEntry)) {
    if (moveOf(entry.collection).moves !== 'never') yield entry;
  }
}

export async function readNotesOfBackup(open: OpenLines): Promise<KeyNotes> {
  const documents: unknown[] = [];
  for await (const { collection, document } of readClosed(open, asVaultEntry)) {
    if (collection !== 'masterKey') break;
    documents.push(document);
  }
  return keyNotesIn(documents as Parameters<typeof keyNotesIn>[0]);
}
