import { can } from '../../domain/access/policy.ts';
import { type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { UserEvent } from '../../domain/user/events.ts';
import { type UserState, user } from '../../domain/user/user.ts';
import type { CommandContext } from '../context/context.ts';
import { type Handled, handle } from '../handling/handle.ts';
import type { AccountEnvironment } from './account-environment.ts';
import { findAccount } from './find-account.ts';

/** All sessions end: applicants who have a passkey may begin one with the password alone, and Creators may not. */
export async function grantCreator(
  environment: AccountEnvironment,
  { email }: { readonly email: string },
  context: CommandContext,
): Promise<Result<Handled<UserState, UserEvent>>> {
  if (!can(context.actor, 'user.grantCreator')) return reject('forbidden', TEXTS.access.notAllowed);
  const { userId, state } = await findAccount(environment, email);
  if (!state.exists) return reject('not-found', TEXTS.accounts.noSuchAccount(email));
  // Another person may have signed up with the email.
  if (!state.isEmailVerified) return reject('refused', TEXTS.members.emailNotProven);
  // Also before the event: a crash in between must not leave a session.
  await environment.endSessions(userId);
  const granted = await handle(environment, user, userId, [{ type: 'GrantCreator', data: {} }], context);
  await environment.endSessions(userId);
  return granted;
}
