import { changeApplication } from '../../commands/application/change-application.ts';
import { load } from '../../commands/handle.ts';
import { signIn } from '../../commands/user/sign-in.ts';
import { signUp } from '../../commands/user/sign-up.ts';
import type { Actor } from '../../domain/actor.ts';
import { accept, type Result, reject } from '../../domain/decision.ts';
import { TEXTS } from '../../domain/texts.ts';
import { user } from '../../domain/user/user.ts';
import type { UserDocument } from '../../projections/users.ts';
import { CLAIM_SECONDS } from '../auth/claims.ts';
import { setCookie } from '../auth/cookies.ts';
import { giveClaim } from '../auth/give-claim.ts';
import { proveEmail } from '../auth/prove-email.ts';
import { resetPassword, sendResetLink } from '../auth/reset-password.ts';
import { ABSOLUTE_DAYS } from '../auth/sessions.ts';
import type { User } from '../contract/accounts.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { standing } from '../read-models.ts';
import { commandContextOf, type RequestContext } from '../request-context.ts';
import { type Call, type Route, route } from '../route.ts';
import type { Services } from '../services.ts';
import { type Appended, settle } from '../settle.ts';

const SESSION_SECONDS = ABSOLUTE_DAYS * 86_400;

export function accountRoutes(services: Services): readonly Route[] {
  const { environment, engine, readModels, sessions } = services;

  return [
    route(ENDPOINTS.signup, {
      async handle({ body: { email, password }, context, response }) {
        const credentials = { email, password, address: context.address };
        const signedUp = await signUp(environment, credentials, commandContextOf(context, null));
        if (!signedUp.ok) return signedUp;
        await settle(engine, response, signedUp.value);
        return enter(services, signedUp.value, context, response);
      },
    }),

    route(ENDPOINTS.login, {
      async handle({ body: { email, password }, context, response }) {
        const signedIn = await signIn(environment, { email, password, address: context.address });
        if (!signedIn.ok) return signedIn;
        const { userId, state } = signedIn.value;
        return enter(services, { userId, passwordId: state.passwordId }, context, response);
      },
    }),

    route(ENDPOINTS.verifyEmail, {
      async handle({ body: { token }, context, response }) {
        const proven = await proveEmail(services, token, context);
        if (!proven.ok) return proven;
        const { applicationId, setPasswordToken, position, isClaimable } = proven.value;
        await settle(engine, response, { position });
        if (isClaimable && applicationId !== null) giveClaim(services, applicationId, context, response);
        return accept({ message: 'Your email address is confirmed.', applicationId, setPasswordToken });
      },
    }),

    route(ENDPOINTS.logout, {
      async handle({ context: { session, isHttps }, response }) {
        if (session) await sessions.end(session._id);
        setCookie(response, 'session', '', { isSecure: isHttps, maxAge: 0 });
        return accept({ message: 'You are logged out.' });
      },
    }),

    route(ENDPOINTS.sendResetLink, {
      async handle({ body: { email }, context }) {
        const sent = await sendResetLink(services, email, context);
        return sent.ok ? accept({ message: TEXTS.accounts.resetLinkSent }) : sent;
      },
    }),

    route(ENDPOINTS.resetPassword, {
      async handle({ body: { email, password, token }, context, response }) {
        const reset = await resetPassword(services, { email: email ?? null, password, token }, context);
        if (!reset.ok) return reset;
        await settle(engine, response, reset.value);
        return accept({ message: TEXTS.accounts.passwordReset });
      },
    }),

    route(ENDPOINTS.getUser, {
      handle: async ({ context: { user } }) =>
        user ? accept(userView(user)) : reject('unauthenticated', TEXTS.accounts.signInFirst),
    }),

    route(ENDPOINTS.listUsers, {
      async handle({ query: { filter }, context: { organization } }) {
        const wanted = { admin: ['Owner', 'Admin'], viewer: ['Viewer'], all: ['Owner', 'Admin', 'Viewer'] }[
          filter ?? 'all'
        ];
        const members = organization?.members.filter(({ role }) => wanted.includes(role)) ?? [];
        const found = await readModels.users.getMany(members.map(({ userId }) => userId));
        const byId = new Map(found.map((user) => [user._id, user]));
        return accept(members.flatMap(({ userId }) => colleague(byId.get(userId), organization?._id) ?? []));
      },
    }),
  ];
}

/**
 * A new session in place of the one before (D9); the applications that this browser submitted for this e-mail are linked.
 * Whoever takes the password away ends the sessions too: one that began after that, with the password of before, ends here.
 */
async function enter(
  services: Services,
  { userId, passwordId }: { readonly userId: string; readonly passwordId: string | null },
  context: RequestContext,
  response: Call<typeof ENDPOINTS.login, object>['response'],
): Promise<Result<User>> {
  const { sessions, readModels, environment } = services;
  if (context.session) await sessions.end(context.session._id);
  const token = await sessions.start(userId);
  if ((await load(environment, user, userId)).state.passwordId !== passwordId) {
    const begun = await sessions.find(token);
    if (begun) await sessions.end(begun._id);
    return reject('unauthenticated', TEXTS.accounts.loginFailed);
  }
  setCookie(response, 'session', token, { isSecure: context.isHttps, maxAge: SESSION_SECONDS });
  const person = await standing(readModels.users, userId, environment.now());
  await linkClaimed(services, person, context, response);
  return accept(userView(person));
}

/** Those for another e-mail stay claimed: on a shared computer they may be somebody else's; a PUT of `userId` links them. */
async function linkClaimed(
  { environment, engine, readModels, claims }: Services,
  user: UserDocument,
  context: RequestContext,
  response: Call<typeof ENDPOINTS.login, object>['response'],
): Promise<void> {
  const claimed = await readModels.applications.getMany(context.claims);
  const own = claimed.filter(({ userId, emailKey }) => userId === null && emailKey === user.emailKey);
  if (own.length === 0) return;
  const actor: Actor = { kind: 'user', id: user._id, roles: user.orgRoles, isCreator: user.isCreator };
  const done: Appended[] = [];
  for (const { _id } of own) {
    const payload = { userId: user._id };
    const linked = await changeApplication(
      environment,
      { applicationId: _id, payload, holdsClaim: true, provenEmail: null },
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

const userView = ({ _id, email, emailVerified, orgRoles, isCreator }: UserDocument): User => ({
  _id,
  email: email ?? '',
  emailVerified,
  orgRoles: [...orgRoles],
  isCreator,
});

/** What somebody is elsewhere is none of this organization's business. */
const colleague = (user: UserDocument | undefined, organizationId: string | undefined): User | undefined =>
  user && { ...userView(user), orgRoles: user.orgRoles.filter(({ orgId }) => orgId === organizationId) };
