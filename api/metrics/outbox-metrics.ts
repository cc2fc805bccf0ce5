import { Gauge, type Registry } from 'prom-client';
import { LANE_KINDS, type LaneKind } from '../../commands/outbox/lanes.ts';
import { type OutboxState, openOutbox } from '../../commands/outbox/outbox.ts';
import type { Vault } from '../../commands/vault/vault.ts';
import type { Watcher } from './metrics.ts';

/** Finished entries are counted as they finish: counting those of 90 days would take longer with use. */
const OPEN = ['pending', 'sending', 'settling'] as const satisfies readonly OutboxState[];
const COUNTED = [...OPEN, 'failed'] as const satisfies readonly OutboxState[];

/** Open entries by kind of lane, all schools together. Every process reads the same outbox and so has the same figures. */
export function watchOutbox(registry: Registry, { vault, now }: { vault: Vault; now: () => number }): Watcher {
  const outbox = openOutbox(vault);
  const entries = new Gauge({
    name: 'intake_outbox_entries',
    help: 'Emails and follow-up commands in the outbox by lane and state; failed ones are kept for 90 days',
    labelNames: ['lane', 'state'],
    registers: [registry],
  });
  const overdue = new Gauge({
    name: 'intake_outbox_overdue_seconds',
    help: 'How long the next entry of the lane has been due while none is being sent; it grows if no process works on the outbox',
    labelNames: ['lane'],
    registers: [registry],
  });
  const oldest = new Gauge({
    name: 'intake_outbox_oldest_open_seconds',
    help: 'How long the oldest open entry of the lane has been due; without emails that failed because of their content',
    labelNames: ['lane'],
    registers: [registry],
  });
  const age = (at: string | undefined) => Math.max(0, now() - Date.parse(at ?? new Date(now()).toISOString())) / 1000;

  async function readLane(lane: LaneKind): Promise<void> {
    const inLane = { laneKind: lane === 'mail' ? [lane, null] : lane };
    const first = async (by: 'nextTryAt' | 'dueAt', fault = {}) => {
      const { documents } = await outbox.find({ ...inLane, ...fault, state: OPEN }, { sort: { by }, limit: 1 });
      return documents[0];
    };
    const claims = { sort: { by: 'nextTryAt', descending: true }, limit: 1 };
    const [next, eldest, claimed, counts] = await Promise.all([
      first('nextTryAt'),
      // The school handles refusals by spam filters; they say nothing about the server.
      first('dueAt', { fault: null }),
      outbox.find({ ...inLane, state: 'sending' }, claims),
      Promise.all(COUNTED.map((state) => outbox.count({ ...inLane, state }))),
    ]);
    const isAttended = Date.parse(claimed.documents[0]?.nextTryAt ?? '') > now();
    overdue.set({ lane }, isAttended ? 0 : age(next?.nextTryAt));
    oldest.set({ lane }, age(eldest?.dueAt ?? eldest?.createdAt));
    for (const [n, state] of COUNTED.entries()) entries.set({ lane, state }, counts[n] ?? 0);
  }

  return {
    part: 'outbox',
    clear() {
      for (const gauge of [entries, overdue, oldest]) gauge.reset();
    },
    async read() {
      await Promise.all(LANE_KINDS.map(readLane));
    },
  };
}
