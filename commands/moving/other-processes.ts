import { setTimeout as pause } from 'node:timers/promises';
import type { Vault } from '../vault/vault.ts';
import { MovingRefused } from './moving-refused.ts';

/** Longer than the holder of the lease takes to show that it lives. */
const LOOK_AGAIN_MS = 3500;

interface Term {
  readonly _id: string;
  readonly beat: number;
  readonly isReleased: boolean;
}

/**
 * Where several processes share the stores, one of them shows a sign of life. Processes that only answer requests show none:
 * what they write meanwhile is found when everything has been read back.
 */
export async function refuseOtherProcesses(vault: Vault): Promise<void> {
  const newest = async () => {
    const terms = vault.collection<Term>({ name: 'leases', indexes: ['n'] });
    return (await terms.find({}, { sort: { by: 'n', descending: true }, limit: 1 })).documents[0];
  };
  const seen = await newest();
  if (!seen || seen.isReleased) return;
  await pause(LOOK_AGAIN_MS);
  const now = await newest();
  if (now?.beat === seen.beat && now._id === seen._id) return;
  throw new MovingRefused('Another process of Intake runs on these stores. Stop them all first.');
}
