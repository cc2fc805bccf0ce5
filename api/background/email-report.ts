import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import type { Attempt } from '../../commands/outbox/dispatcher.ts';

const OUTCOMES = ['delivered', 'refused', 'failed'] as const;
const SERVICES = ['portal', 'school'] as const;

/**
 * Logs and counts deliveries. A refusal by a school's own mail service concerns only its staff, who see it beside the
 * email.
 */
export function createEmailReport(logger: Logger, registry: Registry): (attempt: Attempt) => void {
  const mails = new Counter({
    name: 'intake_mails_total',
    help: 'Emails by outcome: delivered, recipient refused (counted once per email), or failed after all attempts; counted by the process that sends',
    labelNames: ['outcome', 'service'],
    registers: [registry],
  });
  for (const outcome of OUTCOMES) for (const service of SERVICES) mails.inc({ outcome, service }, 0);

  return ({ entry, mail, handed, isRefused, maxTries, error }) => {
    const service = entry.service ?? 'portal';
    const { _id: outboxId, reaction, organizationId, state, reason, tries, nextTryAt } = entry;
    const [what, done] = mail === null ? ['reaction', 'carried out'] : ['mail', 'delivered'];
    const to = mail === null ? {} : { service, mailServer: handed?.host ?? null, code: handed?.code ?? null };
    const first = entry.firstCorrelationId === undefined ? {} : { firstRequestId: entry.firstCorrelationId };
    const line = { ...first, outboxId, reaction, organizationId, tries, ...to };
    if (state === 'delivered') {
      if (mail !== null) mails.inc({ outcome: 'delivered', service });
      logger.debug(line, `${what} ${done}`);
      return;
    }
    const failure = { ...line, maxTries, reason, ...(error ? { err: error } : {}) };
    const isSchools = service === 'school';
    if (state === 'pending') {
      const level = error ? 'error' : isSchools ? 'info' : 'warn';
      logger[level]({ ...failure, nextTryAt }, `${what} not ${done}, another try follows`);
      return;
    }
    const ended = mail !== null && isRefused ? 'refused' : 'failed';
    // A repeated refusal of a retried email is not news.
    const isNew = !isRefused || entry.retryId === undefined;
    if (mail !== null && isNew) mails.inc({ outcome: ended, service });
    logger[isRefused || isSchools ? 'warn' : 'error'](failure, `${what} ${ended} for good`);
  };
}
