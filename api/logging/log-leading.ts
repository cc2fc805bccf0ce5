import { once } from 'node:events';
import type { Logger } from 'pino';
import type { Duty } from '../../commands/worker/leading.ts';
import { STOPS } from '../../commands/worker/lease.ts';

/** Logs the beginning and end of each term with the reason. Silent for a single process. */
export const logLeading = (logger: Logger): Duty => ({
  name: 'Logging changes of the leader',
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
