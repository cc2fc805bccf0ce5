import type { Vault } from '../vault/vault.ts';
import { hasLeader } from '../worker/has-leader.ts';
import { TransferRefused } from './transfer-refused.ts';

/** Longer than the interval of lease renewals. */
const LEASE_WATCH_MS = 3500;

/**
 * Refuses if another process leads. A process that only serves requests is not detected; reading back finds its writes.
 */
export async function refuseOtherProcesses(vault: Vault): Promise<void> {
  if (!(await hasLeader(vault, LEASE_WATCH_MS))) return;
  throw new TransferRefused('Another Intake process is running on these stores. Stop all of them first.');
}
