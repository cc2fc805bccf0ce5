import type { Derive } from '../../commands/vault/derived-keys.ts';
import { createSignedIds } from './signed-ids.ts';

const DAYS = 180;

export interface UnsubscribeKeys {
  keyOf(userId: string): string;
  /** Undefined for a forged or expired key. */
  userOf(key: string): string | undefined;
}

/** What the link in a digest holds instead of a session. It can only switch the digest off. */
export function createUnsubscribeKeys({ derive, now }: { derive: Derive; now: () => number }): UnsubscribeKeys {
  const ids = createSignedIds({ key: derive('intake digest unsubscribe'), now, seconds: DAYS * 86_400, most: 1 });
  return { keyOf: (userId) => ids.seal([userId]), userOf: (key) => ids.open(key)[0] };
}
