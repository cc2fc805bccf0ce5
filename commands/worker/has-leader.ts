import { setTimeout as pause } from 'node:timers/promises';
import type { Vault } from '../vault/vault.ts';

const LOOK_EVERY_MS = 100;
/** A standby takes over sooner from a leader that has released its term. */
const SUCCESSION_MS = 2000;

interface Term {
  readonly _id: string;
  readonly n: number;
  readonly beat: number;
  readonly isReleased: boolean;
}

/** True if the lease is renewed within `timeoutMs`. */
export async function hasLeader(vault: Vault, timeoutMs: number): Promise<boolean> {
  const terms = vault.collection<Term>({ name: 'leases', indexes: ['n'] });
  const newest = async () => (await terms.find({}, { sort: { by: 'n', descending: true }, limit: 1 })).documents[0];
  const seen = await newest();
  if (!seen) return false;
  const end = performance.now() + (seen.isReleased ? Math.min(SUCCESSION_MS, timeoutMs) : timeoutMs);
  for (;;) {
    await pause(LOOK_EVERY_MS);
    const now = await newest();
    if (now && !now.isReleased && (now._id !== seen._id || now.beat !== seen.beat)) return true;
    if (performance.now() >= end) return false;
  }
}
