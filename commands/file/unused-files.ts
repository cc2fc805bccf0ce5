import type { Vault, VaultCollection } from '../vault/vault.ts';

const HOUR_MS = 3_600_000;
/** How long a file may wait for a document that refers to it. */
const MAY_WAIT_MS = 24 * HOUR_MS;
/** Longer than MAY_WAIT_MS, so that a document saved in the last moment is seen before. */
const STAYS_MS = 25 * HOUR_MS;

interface UnusedFile {
  readonly _id: string;
  readonly createdAt: string;
  /** Something referred to it before, so the upload's entry is obsolete. */
  readonly wasUsed: boolean;
}

/** Recorded before the bytes are stored, so that none is lost; removed once a reference is seen. */
export interface UnusedFiles {
  /** If the file was used since its upload, the time starts again. */
  note(fileId: string, wasUsed: boolean): Promise<void>;
  remove(fileId: string): Promise<void>;
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
    async remove(fileId) {
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
