import { sweepOldest } from './sweep.ts';
import type { Vault } from './vault.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * What each `Idempotency-Key` was first used for, for a day: the same key with another request is refused wherever that
 * request leads, also where no stream holds the command yet.
 */
export interface RequestKeys {
  /** `new` is noted from now on; `other` means that another request stands under this command. */
  take(commandId: string, hash: string): Promise<'new' | 'same' | 'other'>;
  /** What was refused had no effect: its key may be used for the corrected request. */
  release(commandId: string): Promise<void>;
  sweep(): Promise<void>;
}

interface UsedKey {
  /** The command's id. */
  readonly _id: string;
  /** Keyed, so it leads nobody back to what was sent. */
  readonly hash: string;
  /** ISO-8601 UTC. */
  readonly createdAt: string;
}

export function createRequestKeys({ vault, now }: { vault: Vault; now: () => number }): RequestKeys {
  // Each command would pay for it with a sync of its own. What a power cut takes away is a refusal at most: the command
  // itself, and with it the answer to its retry, stands in the log.
  const used = vault.collection<UsedKey>({ name: 'requestKeys', indexes: ['createdAt'], mayBeLost: true });
  return {
    async take(_id, hash) {
      if (await used.insert({ _id, hash, createdAt: new Date(now()).toISOString() })) return 'new';
      // Gone again meanwhile: its request was refused.
      return ((await used.get(_id))?.hash ?? hash) === hash ? 'same' : 'other';
    },
    async release(commandId) {
      await used.delete(commandId);
    },
    sweep: () =>
      sweepOldest(used, { by: 'createdAt', isOver: ({ createdAt }) => Date.parse(createdAt) <= now() - DAY_MS }),
  };
}
