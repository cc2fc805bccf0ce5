import type { CheckDocument } from '../vault/master-key.ts';
import type { Vault } from '../vault/vault.ts';
import { readClosed, writeClosed } from './closed-lines.ts';
import type { LineWriter } from './line-writer.ts';
import { asVaultEntry, entriesOf, entriesThatMove, moveOf, type VaultEntry } from './vault-entries.ts';

/**
 * A vault in a backup: sealed as it stands, under the same master key; with the value that tells whether MASTER_KEY is that one.
 * Answers how many documents there are.
 */
export const writeVaultLines = (vault: Vault, lines: LineWriter): Promise<number> =>
  writeClosed(lines, entriesOf(vault, 'masterKey'), entriesThatMove(vault));

/** What moves of it. */
export async function* readVaultLines(path: string): AsyncGenerator<VaultEntry> {
  for await (const entry of readClosed(path, asVaultEntry)) {
    if (moveOf(entry.collection).moves !== 'never') yield entry;
  }
}

export async function readCheck(path: string): Promise<CheckDocument | undefined> {
  for await (const { collection, document } of readClosed(path, asVaultEntry)) {
    if (collection === 'masterKey' && typeof document.sealed === 'string') {
      return { _id: document._id, sealed: document.sealed };
    }
  }
  return undefined;
}
