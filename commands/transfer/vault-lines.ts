import type { CheckDocument } from '../vault/master-key.ts';
import type { Vault } from '../vault/vault.ts';
import { readClosed, writeClosed } from './closed-lines.ts';
import type { OpenLines } from './line-reader.ts';
import type { LineWriter } from './line-writer.ts';
import { type Pace, paced } from './pace.ts';
import { asVaultEntry, entriesOf, entriesThatMove, moveOf, type VaultEntry } from './vault-entries.ts';

const AT_ONCE = 100;

/** Sealed as stored, with the value that checks MASTER_KEY. Returns the number of documents. */
export async function writeVaultLines(vault: Vault, lines: LineWriter, pace: Pace): Promise<number> {
  const checks = await Array.fromAsync(entriesOf(vault, 'masterKey'));
  return (await writeClosed(lines, checks, paced(entriesThatMove(vault), pace, AT_ONCE))) - checks.length;
}

export async function* readVaultLines(open: OpenLines): AsyncGenerator<VaultEntry> {
  for await (const entry of readClosed(open, asVaultEntry)) {
    if (moveOf(entry.collection).moves !== 'never') yield entry;
  }
}

export async function readCheck(open: OpenLines): Promise<CheckDocument | undefined> {
  for await (const { collection, document } of readClosed(open, asVaultEntry)) {
    if (collection === 'masterKey' && typeof document.sealed === 'string') {
      return { _id: document._id, sealed: document.sealed };
    }
  }
  return undefined;
}
