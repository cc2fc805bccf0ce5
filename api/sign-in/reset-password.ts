import { createHash, randomInt } from 'node:crypto';
import type { Response } from 'express';
import type { CommandContext } from '../../commands/context/context.ts';
import { uuidV5 } from '../../commands/context/identity.ts';
import { verifyEmail } from '../../commands/email-proof/verify-email.ts';
import { load } from '../../commands/handling/handle.ts';
import { PASSWORD_RESET_EMAIL, RESET_PASSWORD_TOKEN } from '../../commands/reactions/email-reactions.ts';
import {
  PASSWORD_CHANGED_EMAIL,
  PASSWORD_RESET_CALENDARS_EMAIL,
} from '../../commands/reactions/security-mail-reactions.ts';
import { checkPassword } from '../../commands/user/password-rules.ts';
import { setPassword } from '../../commands/user/set-password.ts';
import { attemptOf } from '../../commands/user/sign-in.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { idOf } from '../../domain/event-sourcing/streams.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { user } from '../../domain/user/user.ts';
import { isEmail } from '../../domain/values/email.ts';
import { rememberDevice } from '../auth/known-devices.ts';
import type { Services } from '../composition/services.ts';
import { alsoRecord, nameForSecurityLog } from '../http/record-answer.ts';
import type { RequestContext } from '../http/request-context.ts';
import { revokeCalendars } from './revoke-calendars.ts';
import { tellAccount } from './tell-account.ts';

/** A random delay, so that the time of other requests does not reveal whether there is an account. */
const LEAST_DELAY_MS = 250;
const MOST_DELAY_MS = 1_250;

/** Records that a link is requested, in the same time with and without an account; the outbox finds out which. */
export async function sendResetLink(
  { environment, keys, reactions }: Pick<Services, 'environment' | 'keys' | 'reactions'>,
  email: string,
  context: RequestContext,
  command: CommandContext,
): Promise<Result<null>> {
  if (!isEmail(email.trim())) {
    const message = TEXTS.accounts.emailInvalid;
    return reject('refused', message, [{ field: 'email', message }]);
  }
  // Counted apart from sign-in attempts, so that asking for links locks no account.
  const { address, knownDevices } = context;
  const { account: emailId, ...from } = await attemptOf(environment, { email, address, knownDevices });
  const admitted = await environment.attempts.admitEmail({ kind: 'reset-link', emailId, ...from });
  if (!admitted.ok) return admitted;
  const stream = await accountStream({ environment, keys }, email);
  const delayMs = randomInt(LEAST_DELAY_MS, MOST_DELAY_MS);
  const asked = { reaction: PASSWORD_RESET_EMAIL, lane: 'mail', stream, delayMs } as const;
  await reactions.ask(asked, command);
  return accept(null);
}

/** The stream that the account has or would have. Reading the stream itself would take longer if it exists. */
export async function accountStream(
  { environment, keys }: Pick<Services, 'environment' | 'keys'>,
  email: string,
): Promise<string> {
  for (let n = 0; ; n += 1) {
    const stream = `${user.category}-${environment.identity.userId(email, n)}`;
    if ((await keys.getMany([stream])).get(stream) !== 'erased') return stream;
  }
}

export interface PasswordReset {
  /** Null if the client names no account. */
  readonly email: string | null;
  readonly password: string;
  readonly token: string;
}

/**
 * Consumes the link, which also verifies the email. A refused password or another email leaves the link valid. The browser becomes
 * a known device, so that guesses from elsewhere do not lock its owner out (docs/decisions/0034-guesses-are-counted-for-each-address.md).
 */
export async function resetPassword(
  {
    environment,
    tokens,
    knownDevices,
    reactions,
    readModels,
  }: Pick<Services, 'environment' | 'tokens' | 'knownDevices' | 'reactions' | 'readModels'>,
  { email, password, token }: PasswordReset,
  context: RequestContext,
  given: CommandContext,
  response: Response,
): Promise<Result<{ readonly position: bigint; readonly hasRevokedCalendars: boolean }>> {
  const { identity, attempts } = environment;
  const tokenId = createHash('sha256').update(token).digest('hex');
  const link = await tokens.peek(token, RESET_PASSWORD_TOKEN);
  // A valid link is no guess, so it passes the attempt limit.
  if (!link && !(await attempts.admit({ account: tokenId, address: context.address }))) {
    return reject('too-many-requests', TEXTS.accounts.tooManyAttempts);
  }
  const checked = checkPassword(password);
  if (!checked.ok) return checked;

  const userId = link && idOf(link.subject);
  const { state } = userId === undefined ? {} : await load(environment, user, userId);
  if (userId === undefined || !state?.email) return reject('refused', TEXTS.accounts.linkInvalid);
  const owner = identity.userId(state.email, 0);
  if (email !== null && identity.userId(email, 0) !== owner) {
    const message = TEXTS.accounts.linkOfAnother;
    return reject('refused', message, [{ field: 'email', message }]);
  }
  // A link works once, so its hash identifies the commands, whatever the Idempotency-Key is.
  const command = (purpose: string): CommandContext => ({
    ...given,
    actor: { kind: 'user', id: userId, roles: [], isCreator: false },
    commandId: uuidV5(RESET_PASSWORD_TOKEN, tokenId, purpose),
  });
  const recordRevoked = (schools: readonly string[]) => {
    const actor = { kind: 'user', id: userId } as const;
    alsoRecord(
      response,
      ...schools.map((organizationId) => ({ kind: 'secretChanged', organizationId, actor, isStaff: true }) as const),
    );
    return schools.length;
  };
  const parts = { environment, readModels };
  // While the link is valid, so that a crash leaves none behind a password that has been reset.
  const revoked = recordRevoked(await revokeCalendars(parts, userId, command('revoke the calendars')));
  if (!(await tokens.consume(token, RESET_PASSWORD_TOKEN))) return reject('refused', TEXTS.accounts.linkInvalid);
  const changed = await setPassword(environment, { userId, password }, command('set the password'));
  if (!changed.ok) return changed;
  await environment.endSessions(userId);
  nameForSecurityLog(response, { accountId: userId });
  // A session that has just ended may have made one meanwhile.
  const late = recordRevoked(await revokeCalendars(parts, userId, command('revoke late calendars')));
  const hasRevokedCalendars = revoked + late > 0;
  await tokens.revoke(`${user.category}-${userId}`, RESET_PASSWORD_TOKEN);
  await Promise.all([attempts.forgiveAccount(owner), attempts.forgiveCodes(userId), attempts.forgiveEmails(owner)]);
  const { passwordId } = changed.value;
  // A first password is no change.
  if (state.passwordId !== null) {
    const email = hasRevokedCalendars ? PASSWORD_RESET_CALENDARS_EMAIL : PASSWORD_CHANGED_EMAIL;
    await tellAccount({ reactions }, { userId, email }, command('notify about the password'));
  }
  rememberDevice({ environment, knownDevices }, { email: state.email, passwordId }, context, response);
  const proven = await verifyEmail(environment, { userId, isHolder: true }, command('prove the email'));
  return proven.ok ? accept({ ...proven.value, hasRevokedCalendars }) : proven;
}
