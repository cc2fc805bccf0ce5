import { putDocument } from '../vault/put-document.ts';
import type { Vault } from '../vault/vault.ts';
import { TransferRefused } from './transfer-refused.ts';

const ID = 'unfinished';

/** In the vault during an import, because half a log must not be used. */
export interface UnfinishedImport {
  readonly command: 'events import' | 'restore';
  readonly from: string;
  /** Of the imported events; absent if an earlier version began. */
  readonly digest?: string;
  /** `copying`: the log is a prefix of the file's. `completing`: it is complete, and erasures are repeated. */
  readonly stage: 'copying' | 'completing';
}

type Stored = UnfinishedImport & { readonly _id: string };

export function openUnfinishedImport(vault: Vault) {
  const documents = vault.collection<Stored>({ name: 'moves', indexes: [] });
  return {
    get: async (): Promise<UnfinishedImport | undefined> => documents.get(ID),
    async set(move: UnfinishedImport): Promise<void> {
      await putDocument(documents, { _id: ID, ...move });
    },
    async clear(): Promise<void> {
      await documents.delete(ID);
    },
  };
}

/** Refuses a start on half a log. */
export async function refuseUnfinishedImport(vault: Vault): Promise<void> {
  const move = await openUnfinishedImport(vault).get();
  if (!move) return;
  throw new TransferRefused(refusalOf(move));
}

export function refuseOtherImport(
  unfinished: UnfinishedImport | undefined,
  move: Omit<UnfinishedImport, 'stage'>,
): void {
  if (!unfinished) return;
  const { digest = unfinished.digest } = move;
  const isSameSource = unfinished.from === move.from && (unfinished.digest ?? digest) === digest;
  if (unfinished.command === move.command && isSameSource) return;
  throw new TransferRefused(
    `${refusalOf(unfinished)} Nothing has been changed. To take another source, begin with an empty installation.`,
  );
}

const refusalOf = ({ command }: UnfinishedImport): string =>
  `"intake ${command}" is unfinished here. Run it again with the same source: it continues where it stopped.`;
