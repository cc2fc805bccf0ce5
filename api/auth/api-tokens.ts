import { timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { hashOfToken, readTokenText } from '../../commands/api-token/token-text.ts';
import type { Vault } from '../../commands/vault/vault.ts';
import { isValid } from '../../domain/api-token/api-token.ts';
import type { ApiTokenDocument } from '../../projections/api-tokens.ts';
import type { ReadModels } from '../read-models/read-models.ts';

interface Use {
  readonly _id: string;
  /** ISO-8601 UTC. */
  readonly lastUsedAt: string;
}

export interface ApiTokens {
  /** A valid token; undefined for all others. Revoked ones are refused from the next call on. */
  find(text: string): Promise<ApiTokenDocument | undefined>;
  /** One whose text is right, but which has been revoked or has expired. */
  findEnded(text: string): Promise<ApiTokenDocument | undefined>;
  lastUses(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** Written at most this often, so that reads do not become writes. */
const TOUCH_AFTER_MS = 60_000;
const MOST_TOUCHED = 10_000;

export function createApiTokens({
  vault,
  readModels: { apiTokens },
  now,
}: {
  readonly vault: Vault;
  readonly readModels: Pick<ReadModels, 'apiTokens'>;
  readonly now: () => number;
}): ApiTokens {
  const uses = vault.collection<Use>({ name: 'apiTokenUses', indexes: [], mayBeLost: true });
  const touched = new LRUCache<string, number>({ max: MOST_TOUCHED });

  async function touch(_id: string): Promise<void> {
    const at = now();
    if (at - (touched.get(_id) ?? 0) < TOUCH_AFTER_MS) return;
    touched.set(_id, at);
    const use = { _id, lastUsedAt: new Date(at).toISOString() };
    if (!(await uses.replace(use))) await uses.insert(use);
  }

  const isValidNow = (token: ApiTokenDocument) => isValid(token, new Date(now()).toISOString());
  const named = async (text: string): Promise<ApiTokenDocument | undefined> => {
    const id = readTokenText(text);
    const token = id === undefined ? undefined : await apiTokens.get(id);
    return token && isSameHash(hashOfToken(text), token.hash) ? token : undefined;
  };

  return {
    async find(text) {
      const token = await named(text);
      if (!token || !isValidNow(token)) return undefined;
      await touch(token._id);
      return token;
    },
    async findEnded(text) {
      const token = await named(text);
      return token && !isValidNow(token) ? token : undefined;
    },
    async lastUses(ids) {
      return new Map((await uses.getMany(ids)).map(({ _id, lastUsedAt }) => [_id, lastUsedAt]));
    },
  };
}

export const isSameHash = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
