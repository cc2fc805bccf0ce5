import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { user } from '../../domain/user/user.ts';
import type { CommandContext } from '../context/context.ts';
import { load } from '../handling/handle.ts';
import type { AccountEnvironment } from './account-environment.ts';
import { checkPassword } from './password-rules.ts';
import { type PasswordSet, setPassword } from './set-password.ts';

export interface ChangePassword {
  readonly userId: string;
  readonly currentPassword: string;
  readonly newPassword: string;
  readonly address: string;
  readonly sessionId: string;
}

/** Requires the current password; guesses are limited. */
export async function changePassword(
  environment: AccountEnvironment,
  { userId, currentPassword, newPassword, address, sessionId }: ChangePassword,
  context: CommandContext,
): Promise<Result<PasswordSet>> {
  const checked = checkPassword(newPassword, 'newPassword');
  if (!checked.ok) return checked;
  const { state, events } = await load(environment, user, userId);
  // A retry of a change whose answer was lost: another password is current.
  const done = events.find(
    ({ type, metadata }) => type === 'PasswordChanged' && metadata.commandId === context.commandId,
  );
  if (done) return accept({ userId, passwordId: state.passwordId, position: done.position });
  if (state.email === null) return reject('not-found', TEXTS.access.notFound);
  const guess = { account: environment.identity.userId(state.email, 0), address, device: `session:${sessionId}` };
  if (!(await environment.attempts.admitGuess(guess)))
    return reject('too-many-requests', TEXTS.accounts.tooManyAttempts);
  if (!(await environment.passwords.matches(state.passwordId, currentPassword))) {
    const message = TEXTS.accounts.currentPasswordWrong;
    return reject('refused', message, [{ field: 'currentPassword', message }]);
  }
  await environment.attempts.forgiveGuess(guess);
  return setPassword(environment, { userId, password: newPassword, replaces: state.passwordId }, context);
}
