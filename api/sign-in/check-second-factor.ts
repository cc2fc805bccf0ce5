import { RECOVERY_CODE_EMAIL } from '../../commands/reactions/security-mail-reactions.ts';
import type { CodeTry } from '../../commands/user/attempt-limits.ts';
import { isStaff } from '../../domain/access/policy.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { hasSecondFactor } from '../auth/has-second-factor.ts';
import type { Services } from '../composition/services.ts';
import { commandContextOf, type RequestContext } from '../http/request-context.ts';
import { isNamed } from './join-by-invitation.ts';
import { siteOfPasskeys } from './site-of-passkeys.ts';
import { tellAccount } from './tell-account.ts';
import { tellOfLockOut } from './tell-of-day.ts';

interface Checked {
  /** False after the password alone of an account that has a factor: then the log-in does not confirm who the person is. */
  readonly isConfirmed: boolean;
  /** A first factor and a reset of the factor end all other sessions, also one that begins at that moment. */
  readonly isStillValid?: () => Promise<boolean>;
}

/**
 * After the password. Until it accepts, nothing is granted: no session, no role of an invitation. A person who accepts an invitation is
 * treated as the staff that they become.
 */
export async function checkSecondFactor(
  services: Services,
  userId: string,
  { code, token }: { readonly code?: string | null | undefined; readonly token?: string | null | undefined },
  context: RequestContext,
): Promise<Result<Checked>> {
  const { addedAt } = await services.authenticators.of(userId);
  if (addedAt === null) return checkPasskey(services, { userId, isInvited: isNamed(token) }, context);
  if (code === null || code === undefined || code.trim() === '') return refusal('unauthenticated', 'codeNeeded');
  const used = await spendCode(services, { userId, sessionId: null }, code, context);
  if (used.ok) {
    const isStillValid = async () => (await services.authenticators.of(userId)).addedAt === addedAt;
    return accept({ isConfirmed: true, isStillValid });
  }
  const isLockedOut = used.rejection.code === 'too-many-requests';
  return isLockedOut ? reject('too-many-requests', TEXTS.accounts.lockedOut) : refusal('unauthenticated', 'codeWrong');
}

/**
 * Staff with a passkey cannot log in with the password alone. Applicants can, because no Owner could reset their lost passkey
 * (docs/decisions/0074-passkeys.md).
 */
async function checkPasskey(
  services: Pick<Services, 'authenticators' | 'passkeys' | 'readModels' | 'site'>,
  { userId, isInvited }: { readonly userId: string; readonly isInvited: boolean },
  context: RequestContext,
): Promise<Result<Checked>> {
  const own = await services.passkeys.list(userId);
  if (own.length === 0) {
    return accept({ isConfirmed: true, isStillValid: async () => !(await hasSecondFactor(services, userId)) });
  }
  const person = await services.readModels.users.latest(userId);
  const isOfStaff = person !== undefined && isStaff({ roles: person.orgRoles, isCreator: person.isCreator });
  if (!isOfStaff && !isInvited) {
    return accept({ isConfirmed: false });
  }
  const hosts = [...new Set(own.map(({ host }) => host))];
  const here = await siteOfPasskeys(services, context);
  const isHere = here.ok && hosts.includes(here.value.id);
  const message = isHere ? TEXTS.passkeys.needed : TEXTS.passkeys.neededElsewhere(hosts);
  return reject('unauthenticated', message, [{ field: 'passkey', message }]);
}

/**
 * Ten tries in 15 minutes over all addresses, because a try at a log-in needs the password. Those in sessions are counted apart.
 * Neither another password nor another session admits more, only a reset by email (docs/decisions/0070-a-second-factor-of-any-account.md).
 */
export async function spendCode(
  services: Services,
  tried: CodeTry,
  code: string,
  context: RequestContext,
): Promise<Result<null>> {
  const { authenticators, environment } = services;
  const { userId } = tried;
  if (!(await environment.attempts.admitCode(tried))) {
    await tellOfLockOut(services, { userId, isInSession: tried.sessionId !== null }, context);
    return reject('too-many-requests', TEXTS.secondFactors.tooManyCodes);
  }
  const used = await authenticators.use(userId, code);
  if (used) await environment.attempts.forgiveCode(tried);
  if (used === 'recovery') {
    const command = commandContextOf({ ...context, idempotencyKey: undefined }, null, null);
    await tellAccount(services, { userId, email: RECOVERY_CODE_EMAIL }, command);
  }
  return used ? accept(null) : refusal('refused', 'codeWrong');
}

function refusal(code: 'unauthenticated' | 'refused', text: 'codeNeeded' | 'codeWrong'): Result<never> {
  const message = TEXTS.secondFactors[text];
  return reject(code, message, [{ field: 'code', message }]);
}
