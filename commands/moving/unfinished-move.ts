import type { Vault } from '../vault/vault.ts';
import { MovingRefused } from './moving-refused.ts';

const ID = 'unfinished';

/** In the vault from the first write of an import to the last: half a log must not be used otherwise. */
export interface UnfinishedMove {
  readonly command: 'events import' | 'restore';
  /** The imported log. */
  readonly from: string;
  /** Of the imported events; absent if an earlier version began. */
  readonly digest?: string;
  /** `copying`: the log is a prefix of the file's. `completing`: it is complete, and erasures are being repeated. */
  readonly stage: 'copying' | 'completing';
}

type Stored = UnfinishedMove & { readonly _id: string };

export function openUnfinishedMove(vault: Vault) {
  const documents = vault.collection<Stored>({ name: 'moves', indexes: [] });
  return {
    get: async (): Promise<UnfinishedMove | undefined> => documents.get(ID),
    async set(move: UnfinishedMove): Promise<void> {
      const document = { _id: ID, ...move };
      while (!(await documents.insert(document))) if (await documents.replace(document)) return;
    },
    async clear(): Promise<void> {
      await documents.delete(ID);
    },
  };
}

/** Refuses a start on half a log. */
export async function refuseUnfinishedMove(vault: Vault): Promise<void> {
  const move = await openUnfinishedMove(vault).get();
  if (!move) return;
  throw new MovingRefused(refusalOf(move));
}

/** Two sources must not be mixed. */
export function refuseOtherMove(standing: UnfinishedMove | undefined, move: Omit<UnfinishedMove, 'stage'>): void {
  if (!standing) return;
  const { digest = standing.digest } = move;
  const isSameSource = standing.from === move.from && (standing.digest ?? digest) === digest;
  if (standing.command === move.command && isSameSource) return;
  throw new MovingRefused(
    `${refusalOf(standing)} Nothing has been changed. To take another source, begin with an empty installation.`,
  );
}

const refusalOf = ({ command }: UnfinishedMove): string =>
  `"intake ${command}" has not come to its end here. Run it again with the same source: it goes on where it stopped.`;
