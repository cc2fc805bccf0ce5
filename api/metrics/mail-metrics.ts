import { Counter, type Registry } from 'prom-client';
import type { Engine } from '../../projections/engine/contract.ts';

/** Mails by what became of them, counted where the log is followed. */
export function countMails(registry: Registry, { events$ }: Pick<Engine, 'events$'>): void {
  const mails = new Counter({
    name: 'intake_mails_total',
    help: 'Mails that were delivered or given up, as the log was told; counted by the process that follows the log',
    labelNames: ['outcome'],
    registers: [registry],
  });
  mails.inc({ outcome: 'delivered' }, 0);
  mails.inc({ outcome: 'failed' }, 0);
  events$.subscribe(({ events }) => {
    for (const { type } of events) {
      if (type === 'EmailDelivered') mails.inc({ outcome: 'delivered' });
      else if (type === 'EmailFailed') mails.inc({ outcome: 'failed' });
    }
  });
}
