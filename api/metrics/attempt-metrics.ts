import { Counter, type Registry } from 'prom-client';
import { EMAILS_BY_HAND } from '../../commands/email-template/email-limits.ts';
import { DOMAIN_ATTEMPTS } from '../../commands/organization/verify-domain.ts';
import type { RefusedAttempt } from '../../commands/user/attempt-limits.ts';

const KINDS = ['sign-in', 'submission', 'upload', 'domain', 'bulk', 'mail'] as const;
const LIMITS = ['address', 'account'] as const satisfies readonly RefusedAttempt['by'][];

export function createAttemptMetrics(registry: Registry): (refused: RefusedAttempt) => void {
  const counter = new Counter({
    name: 'intake_rate_limited_total',
    help: 'Attempts that a rate limit refused: sign-in (and other uses of passwords and links), submission, upload, domain, bulk or mail (sent again, or as a test); by the limit of an address or of an account',
    labelNames: ['kind', 'by'],
    registers: [registry],
  });
  for (const kind of KINDS) for (const by of LIMITS) counter.inc({ kind, by }, 0);
  return (refused) => counter.inc({ kind: kindOf(refused), by: refused.by });
}

function kindOf({ of, subject }: RefusedAttempt): (typeof KINDS)[number] {
  if (of === 'attempt') return subject.startsWith(DOMAIN_ATTEMPTS) ? 'domain' : 'sign-in';
  if (of !== 'day') return of;
  if (subject.startsWith(EMAILS_BY_HAND)) return 'mail';
  return subject.startsWith('bulk:') ? 'bulk' : 'upload';
}
