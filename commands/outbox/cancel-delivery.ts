import type { Outbox, OutboxEntry } from './outbox.ts';

/** The reason of such a dropped entry. */
export const CANCELLED_REASON = 'It was cancelled.';

/**
 * Cancels an entry before it is delivered; true if that was in time. `entry` is the one of its event: if it is not
 * queued yet, a cancelled one is inserted, and a later insert finds the id taken.
 */
export async function cancelDelivery(outbox: Outbox, entry: OutboxEntry): Promise<boolean> {
  const withdrawn = { state: 'dropped', reason: CANCELLED_REASON } as const;
  for (;;) {
    const noted = await outbox.get(entry._id);
    if (!noted) {
      if (await outbox.insert({ ...entry, ...withdrawn })) return true;
      continue;
    }
    if (noted.state !== 'pending') return noted.state === 'dropped' && noted.reason === CANCELLED_REASON;
    const { state, tries, nextTryAt } = noted;
    if (await outbox.replace({ ...noted, ...withdrawn }, { state, tries, nextTryAt })) return true;
  }
}
