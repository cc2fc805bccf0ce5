import { Counter, type Registry } from 'prom-client';
import type { AttemptLimits } from '../../commands/user/attempt-limits.ts';

/** The limits, with those counted whom they turned away: a rise is guessing, or a limit that is too low. */
export function countRefusedAttempts(registry: Registry, limits: AttemptLimits): AttemptLimits {
  const refused = new Counter({
    name: 'intake_rate_limited_total',
    help: 'Attempts that a rate limit turned away: sign-in (and other uses of passwords and links) or submission',
    labelNames: ['kind'],
    registers: [registry],
  });
  const counted = async (kind: string, admitted: Promise<boolean>) => {
    const isAdmitted = await admitted;
    if (!isAdmitted) refused.inc({ kind });
    return isAdmitted;
  };
  refused.inc({ kind: 'sign-in' }, 0);
  refused.inc({ kind: 'submission' }, 0);
  return {
    ...limits,
    admit: (attempt) => counted('sign-in', limits.admit(attempt)),
    admitGuess: (guess) => counted('sign-in', limits.admitGuess(guess)),
    admitSubmission: (address) => counted('submission', limits.admitSubmission(address)),
  };
}
