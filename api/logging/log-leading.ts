import { once } from 'node:events';
import type { Logger } from 'pino';
import type { Duty } from '../../commands/worker/leading.ts';
import { STOPS } from '../../commands/worker/lease.ts';

/** A line where each term begins and ends, with the reason: a worker's log must show whether it led. Silent where one process is alone. */
export const logLeading = (logger: Logger): Duty => ({
  name: 'Logging who leads',
  async run(signal, term) {
    const began = performance.now();
    if (term !== null) logger.info({ term }, 'leading begun');
    if (!signal.aborted) await once(signal, 'abort');
    if (term === null) return;
    const { message: reason } = signal.reason as DOMException;
    const ms = Math.round(performance.now() - began);
    logger[reason === STOPS ? 'info' : 'warn']({ term, ms, reason }, 'leading ended');
  },
});
