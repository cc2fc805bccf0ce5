import { accept, type Result } from '../../domain/event-sourcing/decision.ts';
import { type UserCommand, user } from '../../domain/user/user.ts';
import { linkApplications } from '../application/link-applications.ts';
import type { CommandContext } from '../context/context.ts';
import { handle, load } from '../handling/handle.ts';
import type { AccountEnvironment } from '../user/account-environment.ts';

export interface VerifyEmail {
  readonly userId: string;
  /** True if the caller has the account's password or session. */
  readonly isHolder: boolean;
}

export interface EmailVerified {
  readonly userId: string;
  readonly hasPassword: boolean;
  readonly applicationIds: readonly string[];
  readonly position: bigint;
}

/**
 * Proves the email and links the applications with it. A caller without the account takes it from the person who opened
 * it (rule 34).
 */
export async function verifyEmail(
  environment: AccountEnvironment,
  { userId, isHolder }: VerifyEmail,
  context: CommandContext,
): Promise<Result<EmailVerified>> {
  const { state: before } = await load(environment, user, userId);
  const isTakenOver = !isHolder && !before.isEmailVerified;
  // Also before the event: a crash in between must not leave a session of an account whose email is proven.
  if (isTakenOver) await environment.endSessions(userId);
  const verified = await handle(
    environment,
    user,
    userId,
    ({ state }) =>
      accept<readonly UserCommand[]>([
        ...(isHolder || state.isEmailVerified ? [] : [{ type: 'ChangePassword' as const, data: { passwordId: null } }]),
        { type: 'VerifyEmail', data: {} },
      ]),
    context,
  );
  if (!verified.ok) return verified;
  const { email, passwordId } = verified.value.state;
  if (isTakenOver) {
    await environment.endSessions(userId);
    if (before.passwordId !== null && before.passwordId !== passwordId) {
      await environment.passwords.remove(before.passwordId);
    }
  }
  const done = { userId, hasPassword: passwordId !== null };
  if (email === null) return accept({ ...done, applicationIds: [], position: verified.value.position });
  const linked = await linkApplications(environment, { userId, email }, context);
  if (!linked.ok) return linked;
  const { applicationIds, position } = linked.value;
  return accept({ ...done, applicationIds, position: max(position, verified.value.position) });
}

const max = (left: bigint, right: bigint): bigint => (left > right ? left : right);
