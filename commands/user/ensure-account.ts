import { accept, type Result } from '../../domain/decision.ts';
import { type UserCommand, user } from '../../domain/user/user.ts';
import type { CommandContext } from '../context.ts';
import { handle } from '../handle.ts';
import { uuidV5 } from '../identity.ts';
import type { AccountEnvironment } from './account-environment.ts';
import { findAccount } from './find-account.ts';
import { checkPassword } from './password-rules.ts';

export interface EnsureAccount {
  readonly email: string;
  /** For an account that has none yet; one that stands is left as it is. */
  readonly password: string | null;
}

export interface AccountEnsured {
  readonly userId: string;
  readonly isNew: boolean;
  /** Without one, the person needs a link to set it. */
  readonly hasPassword: boolean;
  readonly position: bigint;
}

/** For the operator, who vouches for the e-mail: finds or opens the account and proves the e-mail. */
export async function ensureAccount(
  environment: AccountEnvironment,
  { email, password }: EnsureAccount,
  context: CommandContext,
): Promise<Result<AccountEnsured>> {
  const checked = password === null ? accept(password) : checkPassword(password);
  if (!checked.ok) return checked;
  const { userId, state } = await findAccount(environment, email);
  const isWanted = password !== null && state.passwordId === null;
  const passwordId = isWanted ? await environment.passwords.keep(userId, password) : null;
  const ensured = await handle(
    environment,
    user,
    userId,
    ({ state: { exists } }) =>
      accept<readonly UserCommand[]>([
        ...(exists ? [] : [{ type: 'SignUp' as const, data: { email, passwordId } }]),
        ...(exists && passwordId !== null ? [{ type: 'ChangePassword' as const, data: { passwordId } }] : []),
        { type: 'VerifyEmail', data: {} },
      ]),
    { ...context, commandHash: uuidV5('ensure-account', userId) },
  );
  const standing = ensured.ok ? ensured.value.state.passwordId : null;
  if (passwordId !== null && passwordId !== standing) await environment.passwords.remove(passwordId);
  if (!ensured.ok) return ensured;
  return accept({ userId, isNew: !state.exists, hasPassword: standing !== null, position: ensured.value.position });
}
