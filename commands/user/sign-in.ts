import { accept, type Result, reject } from '../../domain/decision.ts';
import { TEXTS } from '../../domain/texts.ts';
import type { AccountEnvironment } from './account-environment.ts';
import type { Guess } from './attempt-limits.ts';
import { type Account, findAccount } from './find-account.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** The client's, as far as trusted proxies tell. */
  readonly address: string;
  /** Known devices of this browser: `{account}:{device}`. */
  readonly knownDevices?: readonly string[];
}

/**
 * Whose account these credentials open. Known and unknown e-mails are answered alike and in the same time; the eleventh
 * attempt of one address on one account within 15 minutes is not looked at (decision 34).
 */
export async function signIn(environment: AccountEnvironment, credentials: Credentials): Promise<Result<Account>> {
  const attempt = attemptOf(environment, credentials);
  if (!(await environment.attempts.admitGuess(attempt)))
    return reject('too-many-requests', TEXTS.accounts.tooManyAttempts);
  const account = await findAccount(environment, credentials.email);
  if (!(await environment.passwords.matches(account.state.passwordId, credentials.password))) {
    return reject('unauthenticated', TEXTS.accounts.loginFailed);
  }
  await environment.attempts.forgiveGuess(attempt);
  return accept(account);
}

/** The account is named by the identity that its e-mail leads to, known or not. */
export const attemptOf = (
  { identity }: Pick<AccountEnvironment, 'identity'>,
  { email, address, knownDevices = [] }: Pick<Credentials, 'email' | 'address' | 'knownDevices'>,
): Guess => {
  const account = identity.userId(email, 0);
  const device = knownDevices.find((known) => known.startsWith(`${account}:`)) ?? null;
  return { account, address, device };
};
