import { isStaff } from '../../domain/access/policy.ts';
import { application } from '../../domain/application/application.ts';
import { categoryOf, idOf } from '../../domain/event-sourcing/streams.ts';
import { type UserState, user } from '../../domain/user/user.ts';
import type { Environment } from '../handling/environment.ts';
import { load } from '../handling/handle.ts';
import { findAccount } from '../user/find-account.ts';
import type { LoginRequest } from './login-requests.ts';

/** If its state does not exist, the account would begin with the log-in. */
export interface LoginAccount {
  readonly userId: string;
  readonly email: string;
  readonly state: UserState;
}

/** Null if the address has neither an account nor an application. */
export async function accountOfRequest(
  environment: Pick<Environment, 'log' | 'identity'>,
  { stream, emailId, applicationId }: Pick<LoginRequest, 'stream' | 'emailId' | 'applicationId'>,
): Promise<LoginAccount | null> {
  if (categoryOf(stream) === user.category) {
    const userId = idOf(stream);
    const { state } = await load(environment, user, userId);
    if (state.exists) return state.email === null ? null : { userId, email: state.email, state };
  }
  if (applicationId === null) return null;
  const { state: sent } = await load(environment, application, applicationId);
  // Staff may have corrected the email since.
  if (sent.kind !== 'application' || sent.email === null) return null;
  if (environment.identity.userId(sent.email, 0) !== emailId) return null;
  // The one of now: a stranger may have opened one with the address and deleted it since the person asked.
  return { email: sent.email, ...(await findAccount(environment, sent.email)) };
}

/** Access to an inbox must neither open the data of thousands nor replace a second factor. */
export async function isBarredFromEmail(
  environment: Pick<Environment, 'queries'>,
  hasSecondFactor: (userId: string) => Promise<boolean>,
  { userId, state }: Pick<LoginAccount, 'userId' | 'state'>,
): Promise<boolean> {
  const roles = await environment.queries.rolesOfUser(userId);
  return isStaff({ roles, isCreator: state.isCreator }) || hasSecondFactor(userId);
}
