import type { Vault, VaultCollection } from '../vault/vault.ts';

const HOUR_MS = 3_600_000;
/** So long a file may wait for the document that refers to it. */
const MAY_WAIT_MS = 24 * HOUR_MS;
/** Until it is removed: longer, so that a document which was saved in the last moment is seen before. */
const STAYS_MS = 25 * HOUR_MS;

interface UnusedFile {
  readonly _id: string;
  /** Since when nothing refers to it, as far as anybody looked; ISO-8601 UTC. */
  readonly createdAt: string;
  /** Something referred to it before: then an upload's note says nothing. */
  readonly wasUsed: boolean;
}

/**
 * Files that nothing refers to: from before their bytes are stored, so that none are ever forgotten, until somebody sees
 * them in use.
 */
export interface UnusedFiles {
  /** Notes it, unless it stands there; but for what was used since its upload the time begins anew. */
  note(fileId: string, wasUsed: boolean): Promise<void>;
  forget(fileId: string): Promise<void>;
  /** Those of these files that have waited too long to be referred to any more. */
  tooLate(fileIds: readonly string[]): Promise<ReadonlySet<string>>;
  mayBeRemoved(fileId: string): Promise<boolean>;
}

export const unusedFilesOf = ({ vault, now }: { readonly vault: Vault; readonly now: () => number }): UnusedFiles => {
  const notes: VaultCollection<UnusedFile> = vault.collection({ name: 'unusedFiles', indexes: [] });
  const waits = ({ createdAt }: UnusedFile) => now() - Date.parse(createdAt);
  return {
    async note(fileId, wasUsed) {
      const note: UnusedFile = { _id: fileId, createdAt: new Date(now()).toISOString(), wasUsed };
      if (!(await notes.insert(note)) && wasUsed) await notes.replace(note, { wasUsed: false });
    },
    async forget(fileId) {
      await notes.delete(fileId);
    },
    async tooLate(fileIds) {
      const found = await notes.getMany(fileIds);
      return new Set(found.filter((note) => waits(note) > MAY_WAIT_MS).map(({ _id }) => _id));
    },
    async mayBeRemoved(fileId) {
      const note = await notes.get(fileId);
      return note !== undefined && waits(note) > STAYS_MS;
    },
  };
};
