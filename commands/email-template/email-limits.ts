import type { Result } from '../../domain/event-sourcing/decision.ts';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Environment } from '../handling/environment.ts';
import { type AttemptLimits, refuseToday } from '../user/attempt-limits.ts';

export interface EmailLimitEnvironment extends Pick<Environment, 'now'> {
  readonly attempts: Pick<AttemptLimits, 'admitToday'>;
}

export const EMAILS_BY_HAND = 'mails:';

export async function reserveResend(
  environment: EmailLimitEnvironment,
  { messageId, organizationId }: { readonly messageId: string; readonly organizationId: string },
): Promise<Result<never> | null> {
  const { againPerDay } = QUOTAS.email;
  const { emailsAgainPerDay } = QUOTAS.organization;
  const { emailAgain, emailsAgain } = TEXTS.quotas;
  // The email's own quota first, so that its retries do not use up the organization's.
  return (
    (await take(environment, `again:${messageId}`, againPerDay, emailAgain)) ??
    take(environment, `again-in:${organizationId}`, emailsAgainPerDay, emailsAgain)
  );
}

export async function releaseResend(
  { attempts }: EmailLimitEnvironment,
  { messageId, organizationId }: { readonly messageId: string; readonly organizationId: string },
): Promise<void> {
  for (const owner of [`again:${messageId}`, `again-in:${organizationId}`]) {
    await attempts.admitToday(`${EMAILS_BY_HAND}${owner}`, {
      amount: -1,
      limit: Number.POSITIVE_INFINITY,
      by: 'account',
    });
  }
}

export const reserveTestEmail = (
  environment: EmailLimitEnvironment,
  organizationId: string,
): Promise<Result<never> | null> =>
  take(environment, `test:${organizationId}`, QUOTAS.organization.testEmailsPerDay, TEXTS.quotas.testEmails);

async function take(
  environment: EmailLimitEnvironment,
  owner: string,
  limit: number,
  words: (limit: number) => string,
): Promise<Result<never> | null> {
  const room = { amount: 1, limit, by: 'account' } as const;
  const isAdmitted = await environment.attempts.admitToday(`${EMAILS_BY_HAND}${owner}`, room);
  return isAdmitted ? null : refuseToday(words(limit), environment);
}
