import { randomBytes } from 'node:crypto';
import type { CommandContext } from '../../../commands/context/context.ts';
import { uuidV5 } from '../../../commands/context/identity.ts';
import type { AccountEnvironment } from '../../../commands/user/account-environment.ts';
import { findAccount } from '../../../commands/user/find-account.ts';
import { setPassword } from '../../../commands/user/set-password.ts';
import { DEMO_APPLICANT, DEMO_PASSWORD, STAFF } from './school.ts';

const RANDOM_BYTES = 18;

const DEMO_EMAILS: readonly string[] = [...STAFF.map(({ email }) => email), DEMO_APPLICANT];

/** {@link DEMO_PASSWORD} is public, so it is only for portals that this machine alone can reach. */
export const newDemoPassword = (isLocal: boolean): string =>
  isLocal ? DEMO_PASSWORD : randomBytes(RANDOM_BYTES).toString('base64url');

/** Sets the password of all demo accounts and ends their sessions. Resolves to the accounts' emails. */
export async function setDemoPassword(
  environment: AccountEnvironment,
  password: string,
  context: CommandContext,
): Promise<readonly string[]> {
  return changeDemoPasswords(environment, context, async () => password);
}

/** Sets an unknown password where the published one is in use. Resolves to the accounts' emails. */
export async function withdrawPublishedPassword(
  environment: AccountEnvironment,
  context: CommandContext,
): Promise<readonly string[]> {
  return changeDemoPasswords(environment, context, async (passwordId) =>
    passwordId !== null && (await environment.passwords.matches(passwordId, DEMO_PASSWORD))
      ? newDemoPassword(false)
      : null,
  );
}

async function changeDemoPasswords(
  environment: AccountEnvironment,
  context: CommandContext,
  passwordFor: (passwordId: string | null) => Promise<string | null>,
): Promise<readonly string[]> {
  const changed: string[] = [];
  for (const email of DEMO_EMAILS) {
    const { userId, state } = await findAccount(environment, email);
    const password = state.exists ? await passwordFor(state.passwordId) : null;
    if (password === null) continue;
    const commandId = uuidV5(context.commandId, 'demo password', userId);
    const set = await setPassword(environment, { userId, password }, { ...context, commandId, isSilent: true });
    if (!set.ok) throw new Error(set.rejection.message);
    await environment.endSessions(userId);
    changed.push(email);
  }
  return changed;
}
