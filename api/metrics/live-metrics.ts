import { Counter, Gauge, type Registry } from 'prom-client';
import type { Ending } from '../live/connection.ts';
import type { LiveMetrics } from '../live/live.ts';

const ENDINGS: Readonly<Record<Ending, true>> = { client: true, rights: true, slow: true, failed: true, stop: true };

export function createLiveMetrics(registry: Registry): LiveMetrics {
  const open = new Gauge({
    name: 'intake_live_connections',
    help: 'Pages that listen to changes just now',
    registers: [registry],
  });
  const ended = new Counter({
    name: 'intake_live_connections_ended_total',
    help: 'Connections that listened to changes, by what ended them: client, rights (session or role is other), slow (it did not read), failed, stop',
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
