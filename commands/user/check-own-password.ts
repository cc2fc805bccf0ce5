import { accept, type Result, reject } from '../../domain/decision.ts';
import { TEXTS } from '../../domain/texts.ts';
import { user } from '../../domain/user/user.ts';
import { load } from '../handle.ts';
import type { AccountEnvironment } from './account-environment.ts';
import { attemptOf } from './sign-in.ts';

/** Before something that cannot be undone: a session that was left open is not enough. Guesses count as they do at sign-in. */
export async function checkOwnPassword(
  environment: AccountEnvironment,
  { userId, password, address }: { readonly userId: string; readonly password: string; readonly address: string },
): Promise<Result<null>> {
  const { state } = await load(environment, user, userId);
  if (state.email === null) return reject('not-found', TEXTS.access.notFound);
  const attempt = attemptOf(environment, { email: state.email, address });
  if (!(await environment.attempts.admit(attempt))) return reject('too-many-requests', TEXTS.accounts.tooManyAttempts);
  if (!(await environment.passwords.matches(state.passwordId, password))) {
    const message = TEXTS.privacy.passwordWrong;
    return reject('refused', message, [{ field: 'password', message }]);
  }
  await environment.attempts.forgive(attempt);
  return accept(null);
}
