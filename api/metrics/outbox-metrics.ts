import { Gauge, type Registry } from 'prom-client';
import { type OutboxState, openOutbox } from '../../commands/reactions/outbox.ts';
import type { Vault } from '../../commands/vault/vault.ts';
import type { Watcher } from './metrics.ts';

/** What is done is counted as it happens: counting all that is kept for 90 days would grow with use. */
const OPEN = ['pending', 'sending', 'settling'] as const satisfies readonly OutboxState[];
const COUNTED = [...OPEN, 'failed'] as const satisfies readonly OutboxState[];

/** What still has to go out. Every process reads the same outbox, so several tell the same figures. */
export function watchOutbox(registry: Registry, { vault, now }: { vault: Vault; now: () => number }): Watcher {
  const outbox = openOutbox(vault);
  const entries = new Gauge({
    name: 'intake_outbox_entries',
    help: 'Mails and follow-up commands in the outbox by state; failed ones are kept for 90 days',
    labelNames: ['state'],
    registers: [registry],
  });
  const overdue = new Gauge({
    name: 'intake_outbox_overdue_seconds',
    help: 'How long the next entry has been due: it grows when nobody works on the outbox',
    registers: [registry],
  });
  const oldest = new Gauge({
    name: 'intake_outbox_oldest_open_seconds',
    help: "Age of the oldest entry that is neither done nor given up and does not wait for a school's own mail service",
    registers: [registry],
  });
  const first = async (by: 'nextTryAt' | 'createdAt', service: { service?: readonly (string | null)[] } = {}) => {
    const { documents } = await outbox.find({ state: OPEN, ...service }, { sort: { by }, limit: 1 });
    return documents[0] ? Math.max(0, now() - Date.parse(documents[0][by])) / 1000 : 0;
  };
  return {
    part: 'outbox',
    clear() {
      for (const gauge of [entries, overdue, oldest]) gauge.reset();
    },
    async read() {
      const counts = await Promise.all(COUNTED.map((state) => outbox.count({ state })));
      overdue.set(await first('nextTryAt'));
      oldest.set(await first('createdAt', { service: ['portal', null] }));
      for (const [n, state] of COUNTED.entries()) entries.set({ state }, counts[n] ?? 0);
    },
  };
}
