import { START } from '../event-store/port.ts';
import { putDocument } from '../vault/put-document.ts';
import type { Vault } from '../vault/vault.ts';

/** The first that was found in log or vault. */
export interface Damage {
  /** One sentence without its full stop, naming a file, or a stream with revision and position. */
  readonly what: string;
  readonly foundAt: string;
}

/** Progress of the background verification. */
export interface Round {
  /** Everything up to here was read. */
  readonly position: bigint;
  readonly begunAt: string;
  /** When a round last reached the head of a sound log. */
  readonly finishedAt: string | null;
  readonly isOver: boolean;
}

interface RoundDocument extends Omit<Round, 'position'> {
  readonly _id: 'round';
  readonly storeId: string;
  readonly position: string;
}
interface DamageDocument extends Damage {
  readonly _id: 'damage';
  readonly storeId: string;
}

/** For the next start and other processes. Records of another log count as absent. */
export interface VerificationRecords {
  round(): Promise<Round | undefined>;
  saveRound(round: Round): Promise<void>;
  damage(): Promise<Damage | undefined>;
  saveDamage(damage: Damage): Promise<void>;
  clearDamage(): Promise<void>;
}

export function openVerificationRecords(vault: Vault, storeId: string): VerificationRecords {
  const documents = vault.collection<RoundDocument | DamageDocument>({ name: 'verifications', indexes: [] });
  const own = async (id: 'round' | 'damage') => {
    const document = await documents.get(id);
    return document?.storeId === storeId ? document : undefined;
  };
  const put = (document: RoundDocument | DamageDocument) => putDocument(documents, document);
  return {
    async round() {
      const found = (await own('round')) as RoundDocument | undefined;
      if (!found) return undefined;
      const { position, begunAt, finishedAt, isOver } = found;
      return { position: BigInt(position), begunAt, finishedAt, isOver };
    },
    saveRound: (round) => put({ _id: 'round', storeId, ...round, position: String(round.position) }),
    async damage() {
      const found = (await own('damage')) as DamageDocument | undefined;
      return found && { what: found.what, foundAt: found.foundAt };
    },
    saveDamage: (damage) => put({ _id: 'damage', storeId, ...damage }),
    async clearDamage() {
      const found = (await own('round')) as RoundDocument | undefined;
      if (found && !found.isOver) await put({ ...found, position: String(START) });
      await documents.delete('damage');
    },
  };
}
