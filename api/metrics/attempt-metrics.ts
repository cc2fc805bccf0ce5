import { Counter, type Registry } from 'prom-client';
import { DOMAIN_ATTEMPTS } from '../../commands/organization/verify-domain.ts';
import type { AttemptLimits } from '../../commands/user/attempt-limits.ts';

/** The limits, with those counted whom they turned away: a rise is guessing, or a limit that is too low. */
export function countRefusedAttempts(registry: Registry, limits: AttemptLimits): AttemptLimits {
  const refused = new Counter({
    name: 'intake_rate_limited_total',
    help: 'Attempts that a rate limit refused: sign-in (and other uses of passwords and links), submission, upload or domain',
    labelNames: ['kind'],
    registers: [registry],
  });
  const counted = async (kind: string, admitted: Promise<boolean>) => {
    const isAdmitted = await admitted;
    if (!isAdmitted) refused.inc({ kind });
    return isAdmitted;
  };
  for (const kind of ['sign-in', 'submission', 'upload', 'domain']) refused.inc({ kind }, 0);
  return {
    ...limits,
    admit: (attempt) =>
      counted(attempt.account.startsWith(DOMAIN_ATTEMPTS) ? 'domain' : 'sign-in', limits.admit(attempt)),
    admitGuess: (guess) => counted('sign-in', limits.admitGuess(guess)),
    admitSubmission: (address) => counted('submission', limits.admitSubmission(address)),
    admitUpload: (address) => counted('upload', limits.admitUpload(address)),
    admitToday: (owner, room) => counted('upload', limits.admitToday(owner, room)),
  };
}
