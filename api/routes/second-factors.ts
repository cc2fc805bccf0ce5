import { load } from '../../commands/handling/handle.ts';
import { FACTOR_ADDED_EMAIL, FACTOR_REMOVED_EMAIL } from '../../commands/reactions/security-mail-reactions.ts';
import { otpauthUri } from '../../commands/second-factor/totp.ts';
import { checkOwnPassword } from '../../commands/user/check-own-password.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { user as account } from '../../domain/user/user.ts';
import { endsOthersOfFirst } from '../auth/has-second-factor.ts';
import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import type { RequestContext } from '../http/request-context.ts';
import { type Route, route } from '../http/route.ts';
import { checkEmailProof } from '../sign-in/check-email-proof.ts';
import { spendCode } from '../sign-in/check-second-factor.ts';
import { confirmsByEmail } from '../sign-in/login-link.ts';
import { siteOfPasskeys } from '../sign-in/site-of-passkeys.ts';
import { tellAccount } from '../sign-in/tell-account.ts';
import { tellOfGuesses } from '../sign-in/tell-of-day.ts';
import { passkeyView } from '../views/passkey-view.ts';

const signedOut = () => reject('unauthenticated', TEXTS.accounts.signInFirst);

const codeRefused = (message: string) => reject('refused', message, [{ field: 'code', message }]);

export function secondFactorRoutes(services: Services): readonly Route[] {
  const { authenticators, passkeys, environment, site } = services;

  /** Of the signed-in person, whose factor the code proves. */
  async function proven(code: string, context: RequestContext): Promise<Result<{ readonly userId: string }>> {
    if (!context.user || !context.session) return signedOut();
    const userId = context.user._id;
    if ((await authenticators.of(userId)).addedAt === null) return reject('refused', TEXTS.secondFactors.none);
    const used = await spendCode(services, { userId, sessionId: context.session._id }, code, context);
    return used.ok ? accept({ userId }) : used;
  }

  /**
   * Otherwise the password could add a factor that confirms, where it does not confirm itself. Asked at the end of a setup too, which
   * may have begun before there was a passkey.
   */
  const hasPasskey = async ({ context: { user } }: { readonly context: RequestContext }) =>
    user !== null && (await passkeys.countAmong([user._id])).has(user._id);

  return [
    route(ENDPOINTS.getSecondFactors, {
      async handle({ context }) {
        if (!context.user) return signedOut();
        const userId = context.user._id;
        const { addedAt, recoveryCodesLeft } = await authenticators.of(userId);
        const own = await passkeys.list(userId);
        const here = await siteOfPasskeys(services, context);
        const { state } = await load(environment, account, userId);
        return accept({
          hasPassword: state.passwordId !== null,
          confirmsByEmail: await confirmsByEmail(services, { userId, state }),
          authenticatorAddedAt: addedAt,
          recoveryCodesLeft,
          passkeys: own.map((passkey) => passkeyView(passkey, here.ok ? here.value : null)),
        });
      },
    }),

    route(ENDPOINTS.beginAuthenticator, {
      needsConfirmation: hasPasskey,
      input: () => null,
      async handle({ body: { password }, context }) {
        const { user, session, at, address, organization } = context;
        if (!user || !session || user.email === null) return signedOut();
        // Otherwise a stranger could open an account with this email and lock its later owner out (rule 34).
        if (!user.emailVerified) return reject('refused', TEXTS.secondFactors.emailFirst);
        const own = { userId: user._id, password, address, sessionId: session._id };
        const checked = await tellOfGuesses(services, await checkOwnPassword(environment, own), user._id, context);
        if (!checked.ok) return checked;
        const proven = await checkEmailProof(services, session, at);
        if (!proven.ok) return proven;
        const secret = await authenticators.begin(user._id);
        if (secret === undefined) return reject('refused', TEXTS.secondFactors.alreadyAdded);
        return accept({
          secret,
          uri: otpauthUri({ secret, issuer: organization?.name ?? site.publicUrl.hostname, account: user.email }),
        });
      },
    }),

    route(ENDPOINTS.confirmAuthenticator, {
      needsConfirmation: hasPasskey,
      input: () => null,
      async handle({ body: { code }, context: { user, session, at }, command }) {
        if (!user || !session) return signedOut();
        // The setup may have begun before the school required it.
        const proven = await checkEmailProof(services, session, at);
        if (!proven.ok) return proven;
        if (!(await environment.attempts.admitOwn(`set-up-code:${user._id}`))) {
          return reject('too-many-requests', TEXTS.accounts.tooManyAttempts);
        }
        const endOthers = await endsOthersOfFirst(services, session);
        const recoveryCodes = await authenticators.confirm(user._id, code, endOthers);
        if (!recoveryCodes) return codeRefused(TEXTS.secondFactors.setUpCodeWrong);
        await endOthers();
        await tellAccount(services, { userId: user._id, email: FACTOR_ADDED_EMAIL }, command);
        return accept({ recoveryCodes: [...recoveryCodes] });
      },
    }),

    route(ENDPOINTS.renewRecoveryCodes, {
      input: () => null,
      async handle({ body: { code }, context }) {
        if (!context.user) return signedOut();
        const own = await proven(code, context);
        if (!own.ok && own.rejection.code !== 'refused') return own;
        const userId = context.user._id;
        const recoveryCodes = await (own.ok
          ? authenticators.renewCodes(userId, code)
          : authenticators.renewAgain(userId, code));
        if (recoveryCodes) return accept({ recoveryCodes: [...recoveryCodes] });
        return own.ok ? reject('refused', TEXTS.secondFactors.none) : own;
      },
    }),

    route(ENDPOINTS.removeAuthenticator, {
      input: () => null,
      async handle({ body: { code }, context, command }) {
        const own = await proven(code, context);
        if (!own.ok) return own;
        const { userId } = own.value;
        await authenticators.remove(userId);
        await tellAccount(services, { userId, email: FACTOR_REMOVED_EMAIL }, command);
        return accept({ message: TEXTS.secondFactors.removed });
      },
    }),
  ];
}
