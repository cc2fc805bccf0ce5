import type { CommandContext } from '../../commands/context/context.ts';
import { VERIFY_EMAIL, verificationsTo } from '../../commands/reactions/email-reactions.ts';
import { refuseToday } from '../../commands/user/attempt-limits.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { user } from '../../domain/user/user.ts';
import type { Services } from '../composition/services.ts';
import type { RequestContext } from '../http/request-context.ts';

/** The outbox drops the email if the address is verified by then. */
export async function sendVerification(
  { environment, reactions }: Pick<Services, 'environment' | 'reactions'>,
  context: RequestContext,
  command: CommandContext,
): Promise<Result<null>> {
  if (!context.user) return reject('unauthenticated', TEXTS.accounts.signInFirst);
  const { _id: userId, email } = context.user;
  if (email === null) return reject('unauthenticated', TEXTS.accounts.signInFirst);
  // Counted apart from sign-in attempts, as with password links.
  const counter = verificationsTo(environment, email);
  if (!(await environment.attempts.admitOwn(counter))) {
    return reject('too-many-requests', TEXTS.accounts.tooManyAttempts);
  }
  const limit = QUOTAS.account.verificationsPerDay;
  const room = { amount: 1, limit, by: 'account' } as const;
  if (!(await environment.attempts.admitToday(counter, room))) {
    return refuseToday(TEXTS.quotas.verifications(limit), environment);
  }
  const asked = {
    reaction: VERIFY_EMAIL,
    lane: 'mail',
    stream: `${user.category}-${userId}`,
    delayMs: 0,
  } as const;
  await reactions.ask(asked, command);
  return accept(null);
}
