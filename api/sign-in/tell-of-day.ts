import { uuidV5 } from '../../commands/context/identity.ts';
import { IN_SESSION, LOCKED_OUT_EMAIL, NEW_DEVICE_EMAIL } from '../../commands/reactions/security-mail-reactions.ts';
import { truncatedAddress } from '../../commands/security-log/truncated-address.ts';
import { attemptOf, type Credentials } from '../../commands/user/sign-in.ts';
import type { Result } from '../../domain/event-sourcing/decision.ts';
import { idOf } from '../../domain/event-sourcing/streams.ts';
import { deviceName } from '../../domain/values/device-name.ts';
import type { UserDocument } from '../../projections/users.ts';
import type { Session } from '../auth/sessions.ts';
import type { Services } from '../composition/services.ts';
import { commandContextOf, type RequestContext } from '../http/request-context.ts';
import { accountStream } from './reset-password.ts';
import { tellAccount } from './tell-account.ts';

/** An id of the day, so that the outbox takes the same email once a day. */
const daily = (context: RequestContext, ...about: readonly string[]) => ({
  ...commandContextOf({ ...context, idempotencyKey: undefined }, null, null),
  commandId: uuidV5(...about, context.at.slice(0, 10)),
});

/**
 * A device is known by a cookie from under the current password, which it gets at a log-in or a password reset, or if a
 * session of the account has the same browser, system and truncated network. Nothing else is kept for it.
 */
export async function isNewDevice(
  { signIns, environment }: Pick<Services, 'signIns' | 'environment'>,
  { _id: userId, email, orgRoles }: UserDocument,
  { passwordId, own }: { readonly passwordId: string | null; readonly own: readonly Session[] },
  { device, address, knownDevices }: RequestContext,
): Promise<boolean> {
  if (email === null) return false;
  const current = `${environment.identity.userId(email, 0)}:${passwordId}:`;
  if (knownDevices.some((known) => known.startsWith(current))) return false;
  const here = [deviceName(device), truncatedAddress(address)];
  const isSame = (one: Session) => deviceName(one.device ?? null) === here[0] && (one.network ?? null) === here[1];
  if (own.length > 0) return !own.some(isSame);
  // The operator made the account of staff who have never logged in.
  const last = await Promise.all(orgRoles.map(({ orgId }) => signIns.lastOf([userId], orgId)));
  return orgRoles.length === 0 || last.some(({ size }) => size > 0);
}

/** At most once a day for each kind of device. */
export function tellOfNewDevice(services: Services, userId: string, context: RequestContext): Promise<void> {
  const key = deviceName(context.device);
  return tellAccount(services, { userId, email: NEW_DEVICE_EMAIL, key }, daily(context, NEW_DEVICE_EMAIL, userId));
}

/** At most once a day, since a stranger can cause it; of tries in sessions apart, which mean more. */
export function tellOfLockOut(
  services: Services,
  { userId, isInSession }: { readonly userId: string; readonly isInSession: boolean },
  context: RequestContext,
): Promise<void> {
  const about = { userId, email: LOCKED_OUT_EMAIL } as const;
  return isInSession
    ? tellAccount(services, { ...about, key: IN_SESSION }, daily(context, LOCKED_OUT_EMAIL, userId, IN_SESSION))
    : tellAccount(services, about, daily(context, LOCKED_OUT_EMAIL, userId));
}

/** After a check of the password of a signed-in person. Returns what it was given. */
export async function tellOfGuesses<Checked>(
  services: Services,
  checked: Result<Checked>,
  userId: string,
  context: RequestContext,
): Promise<Result<Checked>> {
  const isLimited = !checked.ok && checked.rejection.code === 'too-many-requests';
  if (isLimited) await tellOfLockOut(services, { userId, isInSession: true }, context);
  return checked;
}

/** After a refused log-in. Asks for the email with and without an account, so that the time of the answer reveals nothing. */
export async function tellIfLockedOut(
  services: Services,
  credentials: Credentials,
  context: RequestContext,
): Promise<void> {
  const { environment } = services;
  if (!(await environment.attempts.isLockedOut(await attemptOf(environment, credentials)))) return;
  const stream = await accountStream(services, credentials.email);
  await tellOfLockOut(services, { userId: idOf(stream), isInSession: false }, context);
}
