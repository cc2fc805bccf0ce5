import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { user } from '../../domain/user/user.ts';
import { isEmail } from '../../domain/values/email.ts';
import type { CommandContext } from '../context/context.ts';
import { uuidV5 } from '../context/identity.ts';
import { handle } from '../handling/handle.ts';
import type { AccountEnvironment } from './account-environment.ts';
import { findAccount } from './find-account.ts';
import { checkPassword } from './password-rules.ts';
import { attemptOf, type Credentials, signIn } from './sign-in.ts';

export interface SignedUp {
  readonly userId: string;
  /** If another password is set meanwhile, sign-in fails. */
  readonly passwordId: string | null;
  readonly isNew: boolean;
  /** 0 if nothing was appended. */
  readonly position: bigint;
}

/** A known email is a sign-in, with the same answer for a wrong password (rule 30). */
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
    return reject('too-many-requests', TEXTS.accounts.lockedOut);
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

/** The new user is the actor. The log keeps the command hash, so it must not depend on email or password. */
const asNewcomer = (context: CommandContext, userId: string): CommandContext => ({
  ...context,
  actor: context.actor.kind === 'anonymous' ? { ...context.actor, kind: 'user', id: userId } : context.actor,
  commandHash: uuidV5('sign-up', userId),
});
