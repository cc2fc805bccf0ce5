import type { Vault } from '../vault/vault.ts';
import { isLed } from '../worker/is-led.ts';
import { MovingRefused } from './moving-refused.ts';

/** Longer than the holder of the lease takes to show that it lives. */
const PATIENCE_MS = 3500;

/**
 * Where several processes share the stores, one of them shows a sign of life. Processes that only answer requests show none:
 * what they write meanwhile is found when everything has been read back.
 */
export async function refuseOtherProcesses(vault: Vault): Promise<void> {
  if (!(await isLed(vault, PATIENCE_MS))) return;
  throw new MovingRefused('Another process of Intake runs on these stores. Stop them all first.');
}
