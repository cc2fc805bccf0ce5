import { load } from '../../commands/handling/handle.ts';
import { RESET_PASSWORD_TOKEN } from '../../commands/reactions/email-reactions.ts';
import {
  PASSWORD_CHANGED_CALENDARS_EMAIL,
  PASSWORD_CHANGED_EMAIL,
  PASSWORD_SET_EMAIL,
} from '../../commands/reactions/security-mail-reactions.ts';
import { changePassword } from '../../commands/user/change-password.ts';
import { setPassword } from '../../commands/user/set-password.ts';
import { accept, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { user as account } from '../../domain/user/user.ts';
import { validFeedsOf } from '../auth/calendar-feeds.ts';
import { setCookie } from '../auth/cookies.ts';
import { hasSecondFactor } from '../auth/has-second-factor.ts';
import { rememberDevice } from '../auth/known-devices.ts';
import { confirmedUntil, emailProvenUntil, holderOf } from '../auth/sessions.ts';
import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { type Route, route } from '../http/route.ts';
import { sendConfirmationCode } from '../sign-in/login-link.ts';
import { proveIdentity } from '../sign-in/prove-identity.ts';
import { tellAccount } from '../sign-in/tell-account.ts';
import { tellOfGuesses } from '../sign-in/tell-of-day.ts';

const signedOut = () => reject('unauthenticated', TEXTS.accounts.signInFirst);

export function sessionRoutes(services: Services): readonly Route[] {
  const { environment, sessions, tokens, loginRequests } = services;

  return [
    route(ENDPOINTS.changePassword, {
      // Otherwise a stolen session and a learned password would keep the person out.
      needsConfirmation: async ({ context: { user } }) => user !== null && hasSecondFactor(services, user._id),
      input: () => null,
      async decide({ body: { currentPassword, newPassword }, context, response, command }) {
        const { user, session, address } = context;
        if (!user || !session) return signedOut();
        const wanted = { userId: user._id, currentPassword, newPassword, address, sessionId: session._id };
        const tried = await changePassword(environment, wanted, { ...command, organizationId: null });
        const changed = await tellOfGuesses(services, tried, user._id, context);
        if (!changed.ok) return changed;
        await sessions.endAll(user._id, session._id);
        await Promise.all([
          tokens.revoke(`${account.category}-${user._id}`, RESET_PASSWORD_TOKEN),
          loginRequests.endAll(`${account.category}-${user._id}`),
        ]);
        const hasCalendars = (await validFeedsOf(services.readModels, user)).length > 0;
        const email = hasCalendars ? PASSWORD_CHANGED_CALENDARS_EMAIL : PASSWORD_CHANGED_EMAIL;
        await tellAccount(services, { userId: user._id, email }, command);
        const { passwordId } = changed.value;
        if (user.email !== null) rememberDevice(services, { email: user.email, passwordId }, context, response);
        return accept({ ...changed.value, hasCalendars });
      },
      view: ({ hasCalendars }) => {
        const { passwordChanged, calendarsStillWork } = TEXTS.accounts;
        return { message: hasCalendars ? `${passwordChanged} ${calendarsStillWork}` : passwordChanged };
      },
    }),

    route(ENDPOINTS.setFirstPassword, {
      input: () => null,
      async decide({ body: { newPassword }, context, response, command }) {
        const { user, session } = context;
        if (!user || !session) return signedOut();
        const userId = user._id;
        if ((await load(environment, account, userId)).state.passwordId !== null) {
          return reject('refused', TEXTS.loginLinks.hasPassword);
        }
        const wanted = { userId, password: newPassword, replaces: null };
        const set = await setPassword(environment, wanted, { ...command, organizationId: null });
        if (!set.ok) return set;
        await sessions.endAll(userId, session._id);
        await Promise.all([
          tokens.revoke(`${account.category}-${userId}`, RESET_PASSWORD_TOKEN),
          loginRequests.endAll(`${account.category}-${userId}`),
        ]);
        await tellAccount(services, { userId, email: PASSWORD_SET_EMAIL }, command);
        const { passwordId } = set.value;
        if (user.email !== null) rememberDevice(services, { email: user.email, passwordId }, context, response);
        return set;
      },
      view: () => ({ message: TEXTS.loginLinks.passwordSet }),
    }),

    route(ENDPOINTS.sendConfirmationCode, {
      async handle({ context, command }) {
        const sent = await sendConfirmationCode(services, context, command);
        return sent.ok ? accept({ message: TEXTS.loginLinks.codeSent }) : sent;
      },
    }),

    route(ENDPOINTS.confirmIdentity, {
      input: () => null,
      async handle({ body, context, response }) {
        const { user, session } = context;
        if (!user || !session) return signedOut();
        const checked = await proveIdentity(
          services,
          { userId: user._id, sessionId: session._id, proof: body },
          { context, response },
        );
        if (!checked.ok) return checked;
        if (checked.value === 'email') {
          const proven = await sessions.proveEmail(session._id);
          return proven ? accept({ confirmedUntil: emailProvenUntil(proven) }) : signedOut();
        }
        const confirmed = await sessions.confirm(session._id, { isByEmail: 'emailedCode' in body });
        return confirmed ? accept({ confirmedUntil: confirmedUntil(confirmed) }) : signedOut();
      },
    }),

    route(ENDPOINTS.listSessions, {
      async handle({ context: { user, session } }) {
        if (!user) return signedOut();
        const own = await sessions.list(user._id, holderOf(user));
        return accept(
          own.map(({ _id, createdAt, lastUsedAt, device, network }) => ({
            _id,
            createdAt,
            lastUsedAt,
            device: device ?? null,
            network: network ?? null,
            isCurrent: _id === session?._id,
          })),
        );
      },
    }),

    route(ENDPOINTS.endSession, {
      async handle({ params: { id }, context: { user, session, isHttps }, response }) {
        if (!user) return signedOut();
        const own = await sessions.list(user._id, holderOf(user));
        if (!own.some(({ _id }) => _id === id)) return reject('not-found', TEXTS.access.notFound);
        await sessions.end(id);
        if (id === session?._id) setCookie(response, 'session', '', { isSecure: isHttps, maxAge: 0 });
        return accept({ message: TEXTS.accounts.sessionEnded });
      },
    }),

    route(ENDPOINTS.endOtherSessions, {
      async handle({ context: { user, session } }) {
        if (!user || !session) return signedOut();
        await sessions.endAll(user._id, session._id);
        return accept({ message: TEXTS.accounts.otherSessionsEnded });
      },
    }),
  ];
}
