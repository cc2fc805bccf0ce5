import { accept, type Result } from '../../domain/event-sourcing/decision.ts';
import { type UserCommand, user } from '../../domain/user/user.ts';
import type { CommandContext } from '../context/context.ts';
import { uuidV5 } from '../context/identity.ts';
import { handle } from '../handling/handle.ts';
import type { AccountEnvironment } from './account-environment.ts';
import { findAccount } from './find-account.ts';
import { checkPassword } from './password-rules.ts';

export interface EnsureAccount {
  readonly email: string;
  /** Set only if the account has no proven email or no password. */
  readonly password: string | null;
}

export interface AccountEnsured {
  readonly userId: string;
  readonly isNew: boolean;
  /** True if the account kept its owner's password. */
  readonly keepsPassword: boolean;
  /** If false, the person needs a link to set it. */
  readonly hasPassword: boolean;
  readonly position: bigint;
}

/**
 * For the operator, who vouches for the email. Anyone may have signed up with an unproven email, so its password and
 * sessions end.
 */
export async function ensureAccount(
  environment: AccountEnvironment,
  { email, password }: EnsureAccount,
  context: CommandContext,
): Promise<Result<AccountEnsured>> {
  const checked = password === null ? accept(password) : checkPassword(password);
  if (!checked.ok) return checked;
  const { userId, state } = await findAccount(environment, email);
  const keepsPassword = state.isEmailVerified && state.passwordId !== null;
  const isTakenOver = state.exists && !state.isEmailVerified;
  const passwordId = password !== null && !keepsPassword ? await environment.passwords.keep(userId, password) : null;
  // Also before the event: a crash in between must not leave a session of an account whose email is proven.
  if (isTakenOver) await environment.endSessions(userId);
  const ensured = await handle(
    environment,
    user,
    userId,
    ({ state: { exists, isEmailVerified } }) =>
      accept<readonly UserCommand[]>([
        ...(exists ? [] : [{ type: 'SignUp' as const, data: { email, passwordId } }]),
        ...(exists && (!isEmailVerified || passwordId !== null)
          ? [{ type: 'ChangePassword' as const, data: { passwordId } }]
          : []),
        { type: 'VerifyEmail', data: {} },
      ]),
    { ...context, commandHash: uuidV5('ensure-account', userId) },
  );
  if (isTakenOver) {
    await environment.endSessions(userId);
    if (ensured.ok && state.passwordId !== null) await environment.passwords.remove(state.passwordId);
  }
  const standing = ensured.ok ? ensured.value.state.passwordId : null;
  if (passwordId !== null && passwordId !== standing) await environment.passwords.remove(passwordId);
  if (!ensured.ok) return ensured;
  const { position } = ensured.value;
  return accept({ userId, isNew: !state.exists, keepsPassword, hasPassword: standing !== null, position });
}
