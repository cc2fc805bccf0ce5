import type { Outbox, OutboxEntry } from './outbox.ts';

export const CANCELLED_REASON = 'It was cancelled.';

/** True if it was in time. If the entry is not queued yet, a cancelled one takes its id. */
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
