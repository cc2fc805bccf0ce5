import type { Vault } from '../vault/vault.ts';
import { hasLeader } from '../worker/has-leader.ts';
import { TransferRefused } from './transfer-refused.ts';

/** Longer than the interval of lease renewals. */
const PATIENCE_MS = 3500;

/**
 * Refuses if another process leads. Processes that only serve requests are not detected; their writes are found when
 * everything is read back.
 */
export async function refuseOtherProcesses(vault: Vault): Promise<void> {
  if (!(await hasLeader(vault, PATIENCE_MS))) return;
  throw new TransferRefused('Another process of Intake runs on these stores. Stop them all first.');
}
