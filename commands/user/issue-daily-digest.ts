import type { Result } from '../../domain/event-sourcing/decision.ts';
import type { UserEvent } from '../../domain/user/events.ts';
import { type UserState, user } from '../../domain/user/user.ts';
import { systemContext } from '../context/context.ts';
import type { Environment } from '../handling/environment.ts';
import { type Handled, handle } from '../handling/handle.ts';

/** Repeatable: one event for each person and local day. */
export const issueDailyDigest = (
  environment: Environment,
  { userId }: { readonly userId: string },
): Promise<Result<Handled<UserState, UserEvent>>> => {
  const now = environment.now();
  return handle(environment, user, userId, [{ type: 'IssueDailyDigest', data: { now } }], systemContext(now));
};
