import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Services } from '../composition/services.ts';
import type { RequestContext } from '../http/request-context.ts';

interface Account {
  readonly userId: string;
  readonly passwordId: string | null;
}

/** After the password. Until it accepts, nothing is granted: no session, no role of an invitation. */
export async function checkSecondFactor(
  services: Pick<Services, 'authenticators' | 'environment'>,
  account: Account,
  code: string | null | undefined,
  context: Pick<RequestContext, 'address'>,
): Promise<Result<null>> {
  const { addedAt } = await services.authenticators.of(account.userId);
  if (addedAt === null) return accept(null);
  if (code === null || code === undefined || code.trim() === '') return refusal('unauthenticated', 'codeNeeded');
  const used = await spendCode(services, account, code, context);
  return !used.ok && used.rejection.code === 'refused' ? refusal('unauthenticated', 'codeWrong') : used;
}

/**
 * Ten tries in 15 minutes over all addresses: only a person who knows the password can try. They are counted for each
 * password, so that a reset always gets through.
 */
export async function spendCode(
  { authenticators, environment }: Pick<Services, 'authenticators' | 'environment'>,
  { userId, passwordId }: Account,
  code: string,
  { address }: Pick<RequestContext, 'address'>,
): Promise<Result<null>> {
  const attempt = { account: `code:${userId}:${passwordId}`, address };
  if (!(await environment.attempts.admit(attempt))) return reject('too-many-requests', TEXTS.accounts.tooManyAttempts);
  return (await authenticators.use(userId, code)) ? accept(null) : refusal('refused', 'codeWrong');
}

function refusal(code: 'unauthenticated' | 'refused', text: 'codeNeeded' | 'codeWrong'): Result<never> {
  const message = TEXTS.secondFactors[text];
  return reject(code, message, [{ field: 'code', message }]);
}
