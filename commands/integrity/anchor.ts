import { hash } from 'node:crypto';
import { putDocument } from '../vault/put-document.ts';
import type { Vault } from '../vault/vault.ts';

/**
 * A digest of a sound log up to a position: a log that does not reproduce it has lost its tail or changed its past.
 * Against an attacker who can write log and vault, only a copy elsewhere helps.
 */
export interface Anchor {
  readonly storeId: string;
  readonly position: bigint;
  readonly count: number;
  /** SHA-256 chained over all events' hashes. */
  readonly digest: string;
}

export const addToDigest = (digest: string, eventHash: string): string => hash('sha256', `${digest}\n${eventHash}`);

interface AnchorDocument extends Omit<Anchor, 'position'> {
  readonly _id: string;
  readonly position: string;
}

export interface Anchors {
  latest(): Promise<Anchor | undefined>;
  store(anchor: Anchor): Promise<void>;
  clear(): Promise<void>;
}

export function createAnchors(vault: Vault): Anchors {
  const documents = vault.collection<AnchorDocument>({ name: 'anchors', indexes: [] });
  return {
    async latest() {
      const document = await documents.get('latest');
      if (!document) return undefined;
      const { storeId, position, count, digest } = document;
      return { storeId, position: BigInt(position), count, digest };
    },
    async store(anchor) {
      await putDocument(documents, { _id: 'latest', ...anchor, position: String(anchor.position) });
    },
    async clear() {
      await documents.delete('latest');
    },
  };
}
