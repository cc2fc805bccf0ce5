import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { AccountEnvironment } from './account-environment.ts';
import type { Guess } from './attempt-limits.ts';
import { type Account, findAccount } from './find-account.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly address: string;
  /** Known devices of this browser: `{account}:{passwordId}:{device}`. */
  readonly knownDevices?: readonly string[];
}

/**
 * Known and unknown emails get the same answer in the same time. The eleventh attempt from one address on one account
 * within 15 minutes is refused unchecked (decision 34).
 */
export async function signIn(environment: AccountEnvironment, credentials: Credentials): Promise<Result<Account>> {
  const attempt = await attemptOf(environment, credentials);
  if (!(await environment.attempts.admitGuess(attempt))) return reject('too-many-requests', TEXTS.accounts.lockedOut);
  const account = await findAccount(environment, credentials.email);
  if (!(await environment.passwords.matches(account.state.passwordId, credentials.password))) {
    return reject('unauthenticated', TEXTS.accounts.loginFailed);
  }
  await environment.attempts.forgiveGuess(attempt);
  return accept(account);
}

/**
 * Reads the account only for a browser with a known device, so that the time of the answer does not reveal whether it
 * exists.
 */
export async function attemptOf(
  environment: Pick<AccountEnvironment, 'log' | 'identity'>,
  { email, address, knownDevices = [] }: Pick<Credentials, 'email' | 'address' | 'knownDevices'>,
): Promise<Guess> {
  const account = environment.identity.userId(email, 0);
  const known = knownDevices.find((device) => device.startsWith(`${account}:`));
  if (known === undefined) return { account, address };
  const { passwordId } = (await findAccount(environment, email)).state;
  return { account, address, device: known.startsWith(`${account}:${passwordId}:`) ? known : null };
}
