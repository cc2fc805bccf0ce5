import { calendarFeedId } from '../../commands/calendar-feed/issue-calendar-feed.ts';
import { handle } from '../../commands/handling/handle.ts';
import { signIn } from '../../commands/user/sign-in.ts';
import { signUp } from '../../commands/user/sign-up.ts';
import { can } from '../../domain/access/policy.ts';
import { accept, type Rejection, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { user as account } from '../../domain/user/user.ts';
import type { UserDocument } from '../../projections/users.ts';
import { isValidFeed } from '../auth/calendar-feeds.ts';
import { setCookie } from '../auth/cookies.ts';
import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { type Route, route } from '../http/route.ts';
import { settle } from '../http/settle.ts';
import { checkSecondFactor } from '../sign-in/check-second-factor.ts';
import { enter } from '../sign-in/enter.ts';
import { issueClaim } from '../sign-in/issue-claim.ts';
import { invitationOf, isMailboxProof, joinByInvitation } from '../sign-in/join-by-invitation.ts';
import { logInWithLink, sendLoginLink } from '../sign-in/login-link.ts';
import { proveEmail } from '../sign-in/prove-email.ts';
import { resetPassword, sendResetLink } from '../sign-in/reset-password.ts';
import { protectedElsewhere } from '../sign-in/reset-second-factors.ts';
import { sendVerification } from '../sign-in/send-verification.ts';
import { tellIfLockedOut } from '../sign-in/tell-of-day.ts';
import { memberView, ownView } from '../views/user-view.ts';

const isLimited = (refused: { readonly ok: false; readonly rejection: Rejection }): boolean =>
  refused.rejection.code === 'too-many-requests';

export function accountRoutes(services: Services): readonly Route[] {
  const { environment, engine, readModels, sessions, signIns, authenticators, passkeys } = services;
  const calendarFeedsOf = (organizationId: string, userIds: readonly string[]) =>
    readModels.calendarFeeds.getMany(userIds.map((userId) => calendarFeedId({ organizationId, userId })));

  return [
    route(ENDPOINTS.signup, {
      input: () => null,
      async handle({ body: { email, password, code, ...given }, context, response, command }) {
        const invited = await invitationOf(services, given, email, context);
        if (!invited.ok) return invited;
        const { address, knownDevices } = context;
        const credentials = { email, password, address, knownDevices };
        const signedUp = await signUp(environment, credentials, command);
        if (!signedUp.ok) {
          if (isLimited(signedUp)) await tellIfLockedOut(services, credentials, context);
          return signedUp;
        }
        await settle(engine, response, signedUp.value);
        const { userId } = signedUp.value;
        const proven = await checkSecondFactor(services, userId, { code, token: given.token }, context);
        if (!proven.ok) return proven;
        const honoured = invited.value && (await joinByInvitation(services, invited.value, userId, command, response));
        if (honoured?.ok === false) return honoured;
        const isEmailProven = isMailboxProof(invited.value);
        return enter(services, { ...signedUp.value, ...proven.value, isEmailProven }, context, response);
      },
    }),

    route(ENDPOINTS.login, {
      input: () => null,
      async handle({ body: { email, password, code, ...given }, context, response, command }) {
        const { address, knownDevices } = context;
        const credentials = { email, password, address, knownDevices };
        const signedIn = await signIn(environment, credentials);
        if (!signedIn.ok) {
          if (isLimited(signedIn)) await tellIfLockedOut(services, credentials, context);
          return signedIn;
        }
        const { userId, state } = signedIn.value;
        const proven = await checkSecondFactor(services, userId, { code, token: given.token }, context);
        if (!proven.ok) return proven;
        // After the password check, so that a link reveals nothing about passwords.
        const invited = await invitationOf(services, given, email, context);
        if (!invited.ok) return invited;
        const honoured = invited.value && (await joinByInvitation(services, invited.value, userId, command, response));
        if (honoured?.ok === false) return honoured;
        const entering = { userId, passwordId: state.passwordId, isEmailProven: isMailboxProof(invited.value) };
        return enter(services, { ...entering, ...proven.value }, context, response);
      },
    }),

    route(ENDPOINTS.sendLoginLink, {
      input: () => null,
      async handle({ body: { email }, context, command, response }) {
        const sent = await sendLoginLink(services, email, { context, response }, command);
        return sent.ok ? accept({ message: TEXTS.loginLinks.sent }) : sent;
      },
    }),

    route(ENDPOINTS.loginWithLink, {
      input: () => null,
      handle: ({ body, context, response, command }) => logInWithLink(services, body, { context, response }, command),
    }),

    route(ENDPOINTS.verifyEmail, {
      input: () => null,
      decide: ({ body: { token }, context, command }) => proveEmail(services, token, context, command),
      view({ applicationId, setPasswordToken, emailWithoutAccount, proof }, { context, response }) {
        if (emailWithoutAccount !== null && applicationId !== null) {
          issueClaim(services, applicationId, context, response);
        }
        return { message: TEXTS.accounts.emailConfirmed, applicationId, setPasswordToken, emailWithoutAccount, proof };
      },
    }),

    route(ENDPOINTS.logout, {
      async handle({ context: { session, isHttps }, response }) {
        if (session) await sessions.end(session._id);
        setCookie(response, 'session', '', { isSecure: isHttps, maxAge: 0 });
        return accept({ message: TEXTS.accounts.loggedOut });
      },
    }),

    route(ENDPOINTS.sendResetLink, {
      input: () => null,
      async handle({ body: { email }, context, command }) {
        const sent = await sendResetLink(services, email, context, command);
        return sent.ok ? accept({ message: TEXTS.accounts.resetLinkSent }) : sent;
      },
    }),

    route(ENDPOINTS.sendVerification, {
      async handle({ context, command }) {
        const sent = await sendVerification(services, context, command);
        return sent.ok ? accept({ message: TEXTS.accounts.verificationSent }) : sent;
      },
    }),

    route(ENDPOINTS.resetPassword, {
      input: () => null,
      decide: ({ body: { email = null, password, token }, context, command, response }) =>
        resetPassword(services, { email, password, token }, context, command, response),
      view: ({ hasRevokedCalendars }) => {
        const { passwordReset, calendarsRevoked } = TEXTS.accounts;
        return { message: hasRevokedCalendars ? `${passwordReset} ${calendarsRevoked}` : passwordReset };
      },
    }),

    route(ENDPOINTS.getUser, {
      handle: async ({ context: { user, factorsDue } }) =>
        user ? accept(ownView(user, factorsDue)) : reject('unauthenticated', TEXTS.accounts.signInFirst),
    }),

    route(ENDPOINTS.changeName, {
      async decide({ body: { name }, context: { user }, command }) {
        if (!user) return reject('unauthenticated', TEXTS.accounts.signInFirst);
        const change = { type: 'ChangeDisplayName', data: { name } } as const;
        const changed = await handle(environment, account, user._id, [change], { ...command, organizationId: null });
        return changed.ok ? accept({ userId: user._id, position: changed.value.position }) : changed;
      },
      view: async ({ userId }, { context: { factorsDue } }) =>
        ownView(await readModels.users.written(userId), factorsDue),
    }),

    route(ENDPOINTS.listUsers, {
      async handle({ query: { filter }, past, context: { organization, actor } }) {
        const wanted = { admin: ['Owner', 'Admin'], viewer: ['Viewer'], all: ['Owner', 'Admin', 'Viewer'] }[
          filter ?? 'all'
        ];
        if (!organization) return accept([]);
        const { _id: orgId } = organization;
        const then = past ? await readModels.organizations.asOf(orgId, past.position) : organization;
        const members = then?.members.filter(({ role }) => wanted.includes(role)) ?? [];
        const ids = members.map(({ userId }) => userId);
        const [stored, last, feeds, withApp, passkeysOf] = await Promise.all([
          readModels.users.getMany(ids),
          signIns.lastOf(ids, orgId),
          past ? [] : calendarFeedsOf(orgId, ids),
          past ? new Set<string>() : authenticators.addedAmong(ids),
          past ? new Map<string, number>() : passkeys.countAmong(ids),
        ]);
        const found = past ? await readModels.users.pastOf({ organizationId: orgId, stored }, past.position) : stored;
        const byId = new Map(found.map((user) => [user._id, user]));
        const feedOf = new Map(feeds.map((feed) => [feed.userId, feed]));
        const resetterOf = (user: UserDocument) => {
          const hasFactor = withApp.has(user._id) || passkeysOf.has(user._id);
          if (!hasFactor || !can(actor, 'member.resetFactors', { organizationId: orgId })) return null;
          return protectedElsewhere(user, orgId).length === 0 ? 'owner' : 'operator';
        };
        return accept(
          members.flatMap(({ userId, role }) => {
            const user = byId.get(userId);
            const lastSignInAt = last.get(userId) ?? null;
            const isKnown = !past || (lastSignInAt !== null && Date.parse(lastSignInAt) <= past.at);
            if (!user) return [];
            const feed = feedOf.get(userId);
            const calendarAddressAt = feed && isValidFeed(feed, user) ? feed.createdAt : null;
            return [
              memberView(
                user,
                { orgId, role },
                {
                  lastSignInAt: isKnown ? lastSignInAt : null,
                  calendarAddressAt,
                  hasAuthenticator: withApp.has(userId),
                  passkeys: passkeysOf.get(userId) ?? 0,
                  factorsResetBy: resetterOf(user),
                },
              ),
            ];
          }),
        );
      },
    }),
  ];
}
