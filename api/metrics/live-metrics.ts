import { Counter, Gauge, type Registry } from 'prom-client';
import type { Ending } from '../live/connection.ts';
import type { LiveMetrics } from '../live/live.ts';

const ENDINGS: Readonly<Record<Ending, true>> = { client: true, rights: true, slow: true, failed: true, stop: true };

export function createLiveMetrics(registry: Registry): LiveMetrics {
  const open = new Gauge({
    name: 'intake_live_connections',
    help: 'Open live connections',
    registers: [registry],
  });
  const ended = new Counter({
    name: 'intake_live_connections_ended_total',
    help: 'Ended live connections by reason: client, rights (session or role changed), slow (the client did not read), failed, stop',
    labelNames: ['ending'],
    registers: [registry],
  });
  for (const ending of Object.keys(ENDINGS)) ended.inc({ ending }, 0);
  return {
    opened: (count) => open.set(count),
    ended(ending, count) {
      ended.inc({ ending });
      open.set(count);
    },
  };
}
