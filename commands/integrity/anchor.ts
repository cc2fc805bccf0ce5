import { hash } from 'node:crypto';
import type { Vault } from '../vault/vault.ts';

/**
 * What a sound log looked like up to a position. A log that no longer reproduces it has lost its tail or changed its past;
 * against someone who can write both log and vault it only helps when a copy is kept elsewhere.
 */
export interface Anchor {
  readonly storeId: string;
  readonly position: bigint;
  readonly count: number;
  /** SHA-256 over all events' hashes, one upon the other. */
  readonly digest: string;
}

/** The digest of a log with one more event. */
export const addToDigest = (digest: string, eventHash: string): string => hash('sha256', `${digest}\n${eventHash}`);

interface AnchorDocument extends Omit<Anchor, 'position'> {
  readonly _id: string;
  /** As text, since JSON has no 64-bit integers. */
  readonly position: string;
}

export interface Anchors {
  latest(): Promise<Anchor | undefined>;
  store(anchor: Anchor): Promise<void>;
  /** What it speaks of is no longer beside this vault. */
  forget(): Promise<void>;
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
      const document = { _id: 'latest', ...anchor, position: String(anchor.position) };
      while (!(await documents.insert(document))) if (await documents.replace(document)) return;
    },
    async forget() {
      await documents.delete('latest');
    },
  };
}
