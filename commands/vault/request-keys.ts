import { QUOTAS } from '../../domain/limits/quotas.ts';
import { sweepOldest } from './sweep.ts';
import type { Vault } from './vault.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * The first request of each `Idempotency-Key`, for a day: refuses another request under the same key, also before a
 * stream has the command.
 */
export interface RequestKeys {
  /** `other`: a different request was stored. `owner`: the account or network; this process limits its keys per day. */
  take(commandId: string, hash: string, owner: string): Promise<'new' | 'same' | 'other' | 'too many'>;
  /** A refused request had no effect: the corrected one may use the key. */
  release(commandId: string): Promise<void>;
  sweep(): Promise<void>;
}

interface UsedKey {
  readonly _id: string;
  /** Keyed, so it reveals nothing of the request. */
  readonly hash: string;
  readonly createdAt: string;
}

export interface RequestKeysOptions {
  readonly vault: Vault;
  readonly now: () => number;
  /** With other processes, only the vault knows the first request. */
  readonly isShared: boolean;
  readonly perDay?: number;
}

const MOST_OWNERS = 100_000;

export function createRequestKeys({
  vault,
  now,
  isShared,
  perDay = QUOTAS.account.requestKeysPerDay,
}: RequestKeysOptions): RequestKeys {
  // Not durable, because a sync per command is expensive. A power failure loses at most a refusal: the log holds the
  // command and its answer.
  const used = vault.collection<UsedKey>({ name: 'requestKeys', indexes: ['createdAt'], mayBeLost: true });
  const note = (_id: string, hash: string) => used.insert({ _id, hash, createdAt: new Date(now()).toISOString() });
  const compare = (standing: string, hash: string) => (standing === hash ? 'same' : 'other');
  /** Pending writes. In a single process the command does not wait for them. */
  const underWay = new Map<string, { readonly standing: Promise<string>; readonly noted: Promise<unknown> }>();

  let day = 0;
  let taken = new Map<string, number>();
  const isWithinLimit = (owner: string): boolean => {
    const today = Math.floor(now() / DAY_MS);
    if (today !== day || taken.size >= MOST_OWNERS) taken = new Map();
    day = today;
    const count = (taken.get(owner) ?? 0) + 1;
    taken.set(owner, count);
    return count <= perDay;
  };

  const takeAlone = async (_id: string, hash: string): Promise<'new' | 'same' | 'other'> => {
    const earlier = underWay.get(_id);
    if (earlier) return compare(await earlier.standing, hash);
    const found = used.get(_id);
    const standing = found.then((known) => known?.hash ?? hash);
    const noted = found
      .then((known) => known !== undefined || note(_id, hash))
      .catch(() => undefined)
      .finally(() => underWay.delete(_id));
    underWay.set(_id, { standing, noted });
    return (await found) ? compare(await standing, hash) : 'new';
  };

  return {
    async take(_id, hash, owner) {
      if (!isWithinLimit(owner)) return 'too many';
      if (!isShared) return takeAlone(_id, hash);
      if (await note(_id, hash)) return 'new';
      // Released meanwhile: the request was refused.
      return compare((await used.get(_id))?.hash ?? hash, hash);
    },
    async release(commandId) {
      await underWay.get(commandId)?.noted;
      await used.delete(commandId);
    },
    async sweep() {
      await Promise.all([...underWay.values()].map(({ noted }) => noted));
      const isOver = ({ createdAt }: UsedKey) => Date.parse(createdAt) <= now() - DAY_MS;
      await sweepOldest(used, { by: 'createdAt', isOver });
    },
  };
}
