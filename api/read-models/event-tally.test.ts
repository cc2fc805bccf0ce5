import { Registry } from 'prom-client';
import { expect, test, vi } from 'vitest';
import type { StoredEvent } from '../../commands/event-store/port.ts';
import type { ProjectionStatus } from '../../projections/engine/status.ts';
import { watchTally } from '../metrics/tally-metrics.ts';
import { createEventTally } from './event-tally.ts';

const event = (position: number, type: string, organizationId: string | null = 'north'): StoredEvent => ({
  id: `${position}`,
  stream: 'shop-1',
  revision: position,
  position: BigInt(position),
  type,
  data: '{}',
  metadata: JSON.stringify({ organizationId }),
});
const LOG = [
  event(1, 'Sold'),
  event(2, 'Sold', 'south'),
  event(3, 'Opened'),
  event(5, 'Sold'),
  event(6, 'PersonalDataErased', 'south'),
  event(8, 'Sold'),
];
const ALL = { taken: 3, types: ['Sold'], organization: null };

function tallyOf(log: readonly StoredEvent[]) {
  let reads = 0;
  const tally = createEventTally({
    async readAll({ after, limit }) {
      const events = log.filter(({ position }) => position > after).slice(0, Math.min(limit, 2));
      reads += events.length;
      return { events, position: events.at(-1)?.position ?? after };
    },
  });
  return { tally, reads: () => reads };
}

test('a generation whose checkpoint has passed an event that it was not given lacks it, at the head of the log', async () => {
  const { tally } = tallyOf(LOG);
  await tally.compare([
    { ...ALL, generation: 'whole@1.1', position: 8n, taken: 4 },
    { ...ALL, generation: 'holed@1.1', position: 8n },
    { ...ALL, generation: 'behind@1.1', position: 6n },
    { generation: 'ofNorth@1.1', position: 6n, taken: 3, types: ['Sold', 'PersonalDataErased'], organization: 'north' },
  ]);
  expect(tally.of('whole@1.1')).toEqual({ taken: 4, expected: 4 });
  expect(tally.of('holed@1.1')).toEqual({ taken: 3, expected: 4 });
  expect(tally.of('behind@1.1')).toEqual({ taken: 3, expected: 3 });
  expect(tally.of('ofNorth@1.1')).toEqual({ taken: 3, expected: 3 });
});

test('counts go on from the last comparison, and what is behind it waits', async () => {
  const log = LOG.slice(0, 3);
  const { tally, reads } = tallyOf(log);
  await tally.compare([{ ...ALL, generation: 'a@1.1', position: 3n, taken: 2 }]);
  expect(tally.of('a@1.1')).toEqual({ taken: 2, expected: 2 });
  const before = reads();
  await tally.compare([{ ...ALL, generation: 'a@1.1', position: 3n, taken: 2 }]);
  expect(reads()).toBe(before);
  log.push(...LOG.slice(3));
  await tally.compare([
    { ...ALL, generation: 'a@1.1', position: 8n, taken: 4 },
    { ...ALL, generation: 'late@1.1', position: 2n, taken: 2 },
  ]);
  expect(tally.of('a@1.1')).toEqual({ taken: 4, expected: 4 });
  expect(tally.of('late@1.1')).toBeNull();
  expect(reads()).toBe(before + 3);
});

test('the leader counts the projections that differ from the log in its metrics', async () => {
  const { tally } = tallyOf(LOG);
  const status = (generation: string, taken: number) =>
    ({
      generation,
      state: 'live',
      position: '8',
      taken,
      types: ['Sold'],
      organization: null,
    }) as unknown as ProjectionStatus;
  const of = (...projections: readonly ProjectionStatus[]) => ({
    status: async () => ({ projections, head: '8', isReady: true, error: null }),
  });
  const registry = new Registry();
  const engine = of(status('whole@1.1', 4), status('holed@1.1', 3));
  const metrics = watchTally(registry, { engine, dynamic: of(), tally, leading: { isLeading: true } });
  await metrics.read();
  await vi.waitFor(() => expect(tally.of('holed@1.1')).not.toBeNull());
  await metrics.read();
  expect(await registry.getSingleMetricAsString('intake_projections_differing')).toContain(
    'intake_projections_differing{kind="portal"} 1',
  );
});
