import type { Outbox, OutboxEntry } from './outbox.ts';

/** Why such an entry was dropped. */
export const WITHDRAWN = 'It was cancelled.';

/**
 * Takes an entry back before it is carried out; says whether that was in time. `entry` is what its event leads to: where nobody
 * has noted it yet, the withdrawn one stands in its place, and whoever comes to note it finds it taken.
 */
export async function withdraw(outbox: Outbox, entry: OutboxEntry): Promise<boolean> {
  const withdrawn = { state: 'dropped', reason: WITHDRAWN } as const;
  for (;;) {
    const noted = await outbox.get(entry._id);
    if (!noted) {
      if (await outbox.insert({ ...entry, ...withdrawn })) return true;
      continue;
    }
    if (noted.state !== 'pending') return noted.state === 'dropped' && noted.reason === WITHDRAWN;
    const { state, tries, nextTryAt } = noted;
    if (await outbox.replace({ ...noted, ...withdrawn }, { state, tries, nextTryAt })) return true;
  }
}
