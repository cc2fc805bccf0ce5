import { Counter, Gauge, type Registry } from 'prom-client';
import type { DeliveryAttempt } from '../../commands/webhook-delivery/lane-attempts.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Watcher } from './metrics.ts';

/** Counts deliveries and failures, all schools together, in the process that delivers. */
export function countWebhookAttempts(registry: Registry): (attempt: DeliveryAttempt) => void {
  const attempts = new Counter({
    name: 'intake_webhook_attempts_total',
    help: 'Requests to webhooks by outcome: delivered, or the class of the failure; without tests from the editor',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of ['delivered', ...Object.keys(TEXTS.webhooks.failures)]) attempts.inc({ outcome }, 0);
  return ({ failure }) => attempts.inc({ outcome: failure ?? 'delivered' });
}

/** How long deliveries have been due that this process, if it leads, has not begun. */
export function watchWebhooks(registry: Registry, { unattendedMs }: { unattendedMs: () => number }): Watcher {
  const unattended = new Gauge({
    name: 'intake_webhook_unattended_seconds',
    help: 'How long a webhook has had something to send while nothing is being sent to it; the longest of all. It grows if the leader falls behind',
    registers: [registry],
  });
  return {
    part: 'webhooks',
    clear: () => unattended.set(0),
    read: async () => unattended.set(unattendedMs() / 1000),
  };
}
