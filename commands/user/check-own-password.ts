import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { user } from '../../domain/user/user.ts';
import { load } from '../handling/handle.ts';
import type { AccountEnvironment } from './account-environment.ts';

export async function checkOwnPassword(
  environment: AccountEnvironment,
  {
    userId,
    password,
    address,
    sessionId,
  }: { readonly userId: string; readonly password: string; readonly address: string; readonly sessionId: string },
): Promise<Result<null>> {
  const { state } = await load(environment, user, userId);
  if (state.email === null) return reject('not-found', TEXTS.access.notFound);
  if (state.passwordId === null) return reject('refused', TEXTS.accounts.noPassword);
  const guess = { account: environment.identity.userId(state.email, 0), address, device: `session:${sessionId}` };
  if (!(await environment.attempts.admitGuess(guess)))
    return reject('too-many-requests', TEXTS.accounts.tooManyAttempts);
  if (!(await environment.passwords.matches(state.passwordId, password))) {
    const message = TEXTS.privacy.passwordWrong;
    return reject('refused', message, [{ field: 'password', message }]);
  }
  await environment.attempts.forgiveGuess(guess);
  return accept(null);
}
