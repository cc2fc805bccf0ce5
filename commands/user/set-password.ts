import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { user } from '../../domain/user/user.ts';
import type { CommandContext } from '../context/context.ts';
import { uuidV5 } from '../context/identity.ts';
import { handle, load } from '../handling/handle.ts';
import type { AccountEnvironment } from './account-environment.ts';
import { checkPassword } from './password-rules.ts';

export interface SetPassword {
  readonly userId: string;
  readonly password: string;
  /** The password that authorizes the change: another one set meanwhile forbids it. */
  readonly replaces?: string | null;
}

export interface PasswordSet {
  readonly userId: string;
  readonly passwordId: string | null;
  readonly position: bigint;
}

/** The caller has authorized the change, and ends the sessions. */
export async function setPassword(
  environment: AccountEnvironment,
  { userId, password, replaces }: SetPassword,
  context: CommandContext,
): Promise<Result<PasswordSet>> {
  const checked = checkPassword(password);
  if (!checked.ok) return checked;
  const { state: before } = await load(environment, user, userId);
  const passwordId = await environment.passwords.keep(userId, password);
  const changed = await handle(
    environment,
    user,
    userId,
    ({ state }) =>
      replaces === undefined || state.passwordId === replaces
        ? accept([{ type: 'ChangePassword' as const, data: { passwordId } }])
        : reject('conflict', TEXTS.accounts.currentPasswordWrong),
    {
      ...context,
      commandHash: uuidV5('set-password', userId),
    },
  );
  const isOurs = changed.ok && changed.value.state.passwordId === passwordId;
  const unused = isOurs ? before.passwordId : passwordId;
  if (unused !== null) await environment.passwords.remove(unused);
  if (!changed.ok) return changed;
  const { state, position } = changed.value;
  return accept({ userId, passwordId: state.passwordId, position });
}
