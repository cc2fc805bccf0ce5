import type { CheckDocument } from '../vault/master-key.ts';
import type { Vault } from '../vault/vault.ts';
import { openLineReader } from './line-reader.ts';
import type { LineWriter } from './line-writer.ts';
import { asVaultEntry, entriesOf, entriesThatMove, moveOf, type VaultEntry } from './vault-entries.ts';

/**
 * A vault in a backup: sealed as it stands, under the same master key; with the value that tells whether MASTER_KEY is that one.
 * Answers how many documents there are.
 */
export async function writeVaultLines(vault: Vault, lines: LineWriter): Promise<number> {
  let documents = 0;
  const write = async (entries: AsyncIterable<VaultEntry>) => {
    for await (const entry of entries) {
      documents += 1;
      await lines.write(entry);
    }
  };
  await write(entriesOf(vault, 'masterKey'));
  await write(entriesThatMove(vault));
  await lines.write({ documents });
  return documents;
}

/** What moves of it. */
export async function* readVaultLines(path: string): AsyncGenerator<VaultEntry> {
  for await (const entry of readAll(path)) if (moveOf(entry.collection).moves !== 'never') yield entry;
}

export async function readCheck(path: string): Promise<CheckDocument | undefined> {
  for await (const { collection, document } of readAll(path)) {
    if (collection === 'masterKey' && typeof document.sealed === 'string') {
      return { _id: document._id, sealed: document.sealed };
    }
  }
  return undefined;
}

async function* readAll(path: string): AsyncGenerator<VaultEntry> {
  const lines = await openLineReader(path);
  try {
    for (let documents = 0; ; documents += 1) {
      const line = await lines.next();
      if (!line) throw lines.damaged('is the last one: the file is cut off behind it');
      if (typeof line.documents === 'number') {
        if (line.documents !== documents) {
          throw lines.damaged(`closes ${line.documents} documents, but there are ${documents}`);
        }
        return;
      }
      const entry = asVaultEntry(line);
      if (!entry) throw lines.damaged('holds what this version of Intake does not know');
      yield entry;
    }
  } finally {
    lines.close();
  }
}
