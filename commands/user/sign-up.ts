import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { user } from '../../domain/user/user.ts';
import { isEmail } from '../../domain/values/email.ts';
import type { CommandContext } from '../context.ts';
import { handle } from '../handle.ts';
import { uuidV5 } from '../identity.ts';
import type { AccountEnvironment } from './account-environment.ts';
import { findAccount } from './find-account.ts';
import { checkPassword } from './password-rules.ts';
import { attemptOf, type Credentials, signIn } from './sign-in.ts';

export interface SignedUp {
  readonly userId: string;
  /** The password that has been found right: whoever sets another one meanwhile shuts this person out. */
  readonly passwordId: string | null;
  /** False if the e-mail had an account already, and this was its password. */
  readonly isNew: boolean;
  /** Of the last event; 0 when nothing was appended. */
  readonly position: bigint;
}

/**
 * Opens an account. With a known e-mail it is a sign-in, and a wrong password is answered as there, so that nobody learns
 * who has an account.
 */
export async function signUp(
  environment: AccountEnvironment,
  credentials: Credentials,
  context: CommandContext,
): Promise<Result<SignedUp>> {
  const checked = checkPassword(credentials.password);
  if (!checked.ok) return checked;
  if (!isEmail(credentials.email)) {
    const message = TEXTS.accounts.emailInvalid;
    return reject('refused', message, [{ field: 'email', message }]);
  }
  const { userId, state } = await findAccount(environment, credentials.email);
  if (state.exists) return signInInstead(environment, credentials);
  const attempt = await attemptOf(environment, credentials);
  if (!(await environment.attempts.admitGuess(attempt))) {
    return reject('too-many-requests', TEXTS.accounts.tooManyAttempts);
  }

  const passwordId = await environment.passwords.keep(userId, credentials.password);
  const signedUp = await handle(
    environment,
    user,
    userId,
    [{ type: 'SignUp', data: { email: credentials.email, passwordId } }],
    asNewcomer(context, userId),
  );
  if (signedUp.ok && signedUp.value.state.passwordId === passwordId) {
    await environment.attempts.forgiveAccount(attempt.account);
    return accept({ userId, passwordId, isNew: true, position: signedUp.value.position });
  }
  await environment.passwords.remove(passwordId);
  if (!signedUp.ok && signedUp.rejection.code !== 'duplicate') return signedUp;
  return signInInstead(environment, credentials);
}

async function signInInstead(environment: AccountEnvironment, credentials: Credentials): Promise<Result<SignedUp>> {
  const signedIn = await signIn(environment, credentials);
  if (!signedIn.ok) return signedIn;
  const { userId, state } = signedIn.value;
  return accept({ userId, passwordId: state.passwordId, isNew: false, position: 0n });
}

/**
 * It is the newcomer who signs up. The input's hash, which the log keeps for ever, must not lead back to an e-mail or
 * password, so it stands for the account instead.
 */
const asNewcomer = (context: CommandContext, userId: string): CommandContext => ({
  ...context,
  actor: context.actor.kind === 'anonymous' ? { ...context.actor, kind: 'user', id: userId } : context.actor,
  commandHash: uuidV5('sign-up', userId),
});
