import type { Response } from 'express';
import { changeApplication } from '../../commands/application/change-application.ts';
import { linkApplications } from '../../commands/application/link-applications.ts';
import { load } from '../../commands/handling/handle.ts';
import type { Actor } from '../../domain/access/actor.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { user } from '../../domain/user/user.ts';
import type { UserDocument } from '../../projections/users.ts';
import { CLAIM_SECONDS } from '../auth/claims.ts';
import { setCookie } from '../auth/cookies.ts';
import { lastEnding } from '../auth/in-session.ts';
import { rememberDevice } from '../auth/known-devices.ts';
import { holderOf, sessionSeconds } from '../auth/sessions.ts';
import type { Services } from '../composition/services.ts';
import type { User } from '../contract/accounts.ts';
import { commandContextOf, type RequestContext } from '../http/request-context.ts';
import { type Appended, settle } from '../http/settle.ts';
import { ownView } from '../views/user-view.ts';
import { isNewDevice, tellOfNewDevice } from './tell-of-day.ts';

interface Entering {
  readonly userId: string;
  readonly passwordId: string | null;
  /** By an emailed link: the session is not confirmed. */
  readonly isByLink?: boolean;
  /** False after a password alone where a confirmation asks for a factor. */
  readonly isConfirmed?: boolean;
  /** With what only the mailbox has. */
  readonly isEmailProven?: boolean;
  /** The account begins with this sign-in. */
  readonly isNew?: boolean;
  /** Of the factor that proved who it is, or of having none: a reset of it and a first one end all other sessions too. */
  readonly isStillValid?: () => Promise<boolean>;
}

/** A new session, checked once more: a password reset ends all sessions, and this one may have begun with the old password. */
export async function enter(
  services: Services,
  {
    userId,
    passwordId,
    isNew = false,
    isByLink = false,
    isConfirmed = !isByLink,
    isEmailProven = isByLink,
    isStillValid = async () => true,
  }: Entering,
  context: RequestContext,
  response: Response,
): Promise<Result<User>> {
  const { sessions, signIns, readModels, environment } = services;
  const before = await readModels.users.latest(userId);
  const own = before ? await sessions.list(userId, holderOf(before)) : [];
  const isUnknown = !isNew && before && (await isNewDevice(services, before, { passwordId, own }, context));
  if (context.session) await sessions.end(context.session._id);
  const notBefore = before && lastEnding(before);
  const token = await sessions.start(userId, context, { notBefore, isByLink, isConfirmed, isEmailProven });
  const isChanged = (await load(environment, user, userId)).state.passwordId !== passwordId;
  if (isChanged || !(await isStillValid())) {
    const begun = await sessions.find(token);
    if (begun) await sessions.end(begun._id);
    return reject('unauthenticated', TEXTS.accounts.loginFailed);
  }
  const person = await readModels.users.written(userId);
  if (isUnknown) await tellOfNewDevice(services, userId, context);
  const maxAge = sessionSeconds(holderOf(person));
  setCookie(response, 'session', token, { isSecure: context.isHttps, maxAge });
  if (person.email !== null) rememberDevice(services, { email: person.email, passwordId }, context, response);
  for (const { orgId } of person.orgRoles) await signIns.record(userId, orgId);
  await linkClaimed(services, person, context, response);
  if (person.emailVerified && person.email !== null)
    await linkAllProven(services, person, person.email, context, response);
  return accept(ownView(person, await services.requiredFactors.dueOf(person, context.organization)));
}

/** Links applications that arrived after the email was verified, or that another account held until now. */
async function linkAllProven(
  { environment, engine }: Services,
  { _id: userId, orgRoles, isCreator }: UserDocument,
  email: string,
  context: RequestContext,
  response: Response,
): Promise<void> {
  const actor: Actor = { kind: 'user', id: userId, roles: orgRoles, isCreator };
  const command = { ...commandContextOf({ ...context, idempotencyKey: undefined }, null), actor };
  const linked = await linkApplications(environment, { userId, email }, command);
  if (linked.ok && linked.value.applicationIds.length > 0) await settle(engine, response, linked.value);
}

/** Applications with another email stay claimed: on a shared computer they may belong to another person. */
async function linkClaimed(
  { environment, engine, readModels, claims }: Services,
  person: UserDocument,
  context: RequestContext,
  response: Response,
): Promise<void> {
  const claimed = await Promise.all(context.claims.map((id) => readModels.applications.latest(id)));
  const own = claimed.filter(
    (found) => found !== undefined && found.userId === null && found.emailKey === person.emailKey,
  ) as readonly { readonly _id: string }[];
  if (own.length === 0) return;
  const account = { email: person.email ?? '', isProven: person.emailVerified };
  const actor: Actor = { kind: 'user', id: person._id, roles: person.orgRoles, isCreator: person.isCreator };
  const done: Appended[] = [];
  for (const { _id } of own) {
    const payload = { userId: person._id };
    const linked = await changeApplication(
      environment,
      { applicationId: _id, payload, holdsClaim: true, account },
      { ...commandContextOf({ ...context, idempotencyKey: undefined }, payload), actor },
    );
    if (linked.ok) done.push(linked.value);
  }
  await settle(engine, response, ...done);
  const left = context.claims.filter((id) => !own.some(({ _id }) => _id === id));
  setCookie(response, 'claim', left.length > 0 ? claims.seal(left) : '', {
    isSecure: context.isHttps,
    maxAge: left.length > 0 ? CLAIM_SECONDS : 0,
  });
}
