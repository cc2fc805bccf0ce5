import type { OutboxEntry } from '../outbox/outbox.ts';
import { COMPLETE_TRANSFER } from '../reactions/complete-transfer-reaction.ts';
import { LINK_CORRECTED } from '../reactions/link-corrected-reaction.ts';
import { moveOf, type VaultEntry } from './vault-entries.ts';

const COMPLETING: readonly unknown[] = [COMPLETE_TRANSFER, LINK_CORRECTED];
const WAITING: readonly string[] = ['pending', 'sending'] satisfies readonly OutboxEntry['state'][];

/**
 * A pending email may have been sent since, so it is dropped. A pending command still completes what the log holds half
 * of.
 */
export function settled(entry: VaultEntry): VaultEntry {
  if (moveOf(entry.collection).moves !== 'settled') return entry;
  const { state, reaction } = entry.document;
  if (typeof state !== 'string' || !WAITING.includes(state)) return entry;
  const change = COMPLETING.includes(reaction) ? { state: 'pending' } : { state: 'dropped', reason: 'moved' };
  return { ...entry, document: { ...entry.document, ...change } };
}
