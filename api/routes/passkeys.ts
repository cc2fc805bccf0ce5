import { randomBytes } from 'node:crypto';
import { load } from '../../commands/handling/handle.ts';
import { PASSKEY_ADDED_EMAIL, PASSKEY_REMOVED_EMAIL } from '../../commands/reactions/security-mail-reactions.ts';
import type { Passkey } from '../../commands/second-factor/passkeys.ts';
import {
  ALGORITHMS,
  challengeIn,
  type RelyingParty,
  verifyNewPasskey,
} from '../../commands/second-factor/verify-passkey.ts';
import { accept, reject } from '../../domain/event-sourcing/decision.ts';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { user as account } from '../../domain/user/user.ts';
import { setCookie } from '../auth/cookies.ts';
import { endsOthersOfFirst } from '../auth/has-second-factor.ts';
import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { type Route, route } from '../http/route.ts';
import { checkEmailProof } from '../sign-in/check-email-proof.ts';
import { enter } from '../sign-in/enter.ts';
import { invitationOf, joinByInvitation } from '../sign-in/join-by-invitation.ts';
import { handleOf, provePasskey } from '../sign-in/prove-passkey.ts';
import { siteOfPasskeys } from '../sign-in/site-of-passkeys.ts';
import { tellAccount } from '../sign-in/tell-account.ts';
import { passkeyView } from '../views/passkey-view.ts';

/** As long as the challenge is valid. */
const TIMEOUT_MS = 5 * 60_000;
const BROWSER_BYTES = 16;
const BROWSER = /^[\w-]{22}$/;
const BROWSER_SECONDS = 3600;

const signedOut = () => reject('unauthenticated', TEXTS.accounts.signInFirst);
const notFound = () => reject('not-found', TEXTS.access.notFound);

export function passkeyRoutes(services: Services): readonly Route[] {
  const { passkeys, passkeyChallenges, environment } = services;

  return [
    route(ENDPOINTS.beginPasskey, {
      async handle({ context }) {
        const { user, session, organization } = context;
        if (!user || !session || user.email === null) return signedOut();
        // Otherwise a stranger could open an account with this email and lock its later owner out (rule 34).
        if (!user.emailVerified) return reject('refused', TEXTS.secondFactors.emailFirst);
        const proven = await checkEmailProof(services, session, context.at);
        if (!proven.ok) return proven;
        const found = await siteOfPasskeys(services, context);
        if (!found.ok) return found;
        const site = found.value;
        const own = await passkeys.list(user._id);
        if (own.length >= QUOTAS.account.passkeys) {
          return reject('refused', TEXTS.passkeys.tooMany(QUOTAS.account.passkeys));
        }
        const challenge = passkeyChallenges.issue({ purpose: 'add', host: site.id, holder: session._id });
        return accept({
          rp: { id: site.id, name: organization?.name ?? site.id },
          user: { id: handleOf(user._id), name: user.email, displayName: user.name ?? user.email },
          challenge,
          pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
          timeout: TIMEOUT_MS,
          attestation: 'none' as const,
          excludeCredentials: own.filter(({ host }) => host === site.id).map(described),
          authenticatorSelection: {
            residentKey: 'required' as const,
            requireResidentKey: true as const,
            userVerification: 'required' as const,
          },
        });
      },
    }),

    route(ENDPOINTS.addPasskey, {
      input: () => null,
      async handle({ body: { name, passkey }, context, command }) {
        const { user, session } = context;
        if (!user || !session) return signedOut();
        if (!user.emailVerified) return reject('refused', TEXTS.secondFactors.emailFirst);
        const proven = await checkEmailProof(services, session, context.at);
        if (!proven.ok) return proven;
        const found = await siteOfPasskeys(services, context);
        if (!found.ok) return found;
        const site = found.value;
        const challenge = challengeIn(passkey.response.clientDataJSON);
        const about = { purpose: 'add', host: site.id, holder: session._id } as const;
        const isFresh = challenge !== undefined && (await passkeyChallenges.spend(challenge, about)) !== undefined;
        const { transports = [], ...response } = passkey.response;
        const made = isFresh
          ? await verifyNewPasskey(
              { ...passkey, response: { ...response, transports }, clientExtensionResults: {} },
              { challenge, site },
            )
          : undefined;
        if (!made) return reject('refused', TEXTS.passkeys.notAdded);
        const endOthers = await endsOthersOfFirst(services, session);
        await endOthers();
        const added = await passkeys.add(user._id, { ...made, name });
        if (added === 'too many') return reject('refused', TEXTS.passkeys.tooMany(QUOTAS.account.passkeys));
        if (added === 'known') return reject('refused', TEXTS.passkeys.known);
        await endOthers();
        await tellAccount(services, { userId: user._id, email: PASSKEY_ADDED_EMAIL }, command);
        return accept(passkeyView(added, site));
      },
    }),

    route(ENDPOINTS.renamePasskey, {
      async handle({ params: { id }, body: { name }, context }) {
        if (!context.user) return signedOut();
        const renamed = await passkeys.rename(context.user._id, id, name);
        if (!renamed) return notFound();
        const site = await siteOfPasskeys(services, context);
        return accept(passkeyView(renamed, site.ok ? site.value : null));
      },
    }),

    route(ENDPOINTS.removePasskey, {
      async handle({ params: { id }, context: { user }, command }) {
        if (!user) return signedOut();
        if (!(await passkeys.remove(user._id, id))) return notFound();
        await tellAccount(services, { userId: user._id, email: PASSKEY_REMOVED_EMAIL }, command);
        return accept({ message: TEXTS.passkeys.removed });
      },
    }),

    route(ENDPOINTS.beginPasskeyConfirmation, {
      async handle({ context }) {
        const { user, session } = context;
        if (!user || !session) return signedOut();
        const site = await siteOfPasskeys(services, context);
        if (!site.ok) return site;
        const own = (await passkeys.list(user._id)).filter(({ host }) => host === site.value.id);
        // An empty list would let the browser offer passkeys of other accounts.
        if (own.length === 0) return reject('refused', TEXTS.passkeys.none);
        const challenge = passkeyChallenges.issue({ purpose: 'confirm', host: site.value.id, holder: session._id });
        return accept({ ...requestOptions(site.value, challenge), allowCredentials: own.map(described) });
      },
    }),

    route(ENDPOINTS.beginPasskeyLogin, {
      async handle({ context, response }) {
        const site = await siteOfPasskeys(services, context);
        if (!site.ok) return site;
        const { passkeyBrowser, isHttps: isSecure } = context;
        // The same in all tabs of a browser, so that a second log-in page leaves the challenge of the first one valid.
        const holder =
          passkeyBrowser !== undefined && BROWSER.test(passkeyBrowser)
            ? passkeyBrowser
            : randomBytes(BROWSER_BYTES).toString('base64url');
        setCookie(response, 'passkey', holder, { isSecure, maxAge: BROWSER_SECONDS });
        const challenge = passkeyChallenges.issue({ purpose: 'login', host: site.value.id, holder });
        return accept(requestOptions(site.value, challenge));
      },
    }),

    route(ENDPOINTS.loginWithPasskey, {
      input: () => null,
      async handle({ body: { passkey, ...given }, context, response, command }) {
        const holder = context.passkeyBrowser ?? '';
        const asked = { purpose: 'login', holder, code: 'unauthenticated' } as const;
        const proven = await provePasskey(services, passkey, asked, { context, response });
        if (!proven.ok) return proven;
        const { userId, passkeyId } = proven.value;
        const { email, passwordId } = (await load(environment, account, userId)).state;
        const invited = await invitationOf(services, given, email ?? '', context);
        if (!invited.ok) return invited;
        const honoured = invited.value && (await joinByInvitation(services, invited.value, userId, command, response));
        if (honoured?.ok === false) return honoured;
        const isStillValid = async () => (await passkeys.list(userId)).some(({ id }) => id === passkeyId);
        return enter(services, { userId, passwordId, isStillValid }, context, response);
      },
    }),
  ];
}

/** What the browser needs to sign a challenge. */
const requestOptions = ({ id: rpId }: RelyingParty, challenge: string) => ({
  challenge,
  rpId,
  timeout: TIMEOUT_MS,
  userVerification: 'required' as const,
});

const described = ({ credentialId: id, transports }: Passkey) => ({
  id,
  type: 'public-key' as const,
  transports: [...transports],
});
