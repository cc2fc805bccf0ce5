import { idOf } from '../../domain/event-sourcing/streams.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { user } from '../../domain/user/user.ts';
import type { SendEmail } from '../email/outgoing-email.ts';
import type { Environment } from '../handling/environment.ts';
import { load } from '../handling/handle.ts';
import type { Reaction } from '../outbox/reaction.ts';
import type { AuthenticatorState, Authenticators } from '../second-factor/authenticators.ts';

export const FACTOR_ADDED_EMAIL = 'factorAdded';
export const FACTOR_REMOVED_EMAIL = 'factorRemoved';
export const FACTOR_RESET_EMAIL = 'factorReset';
/** Of a person whose calendar addresses it has revoked. */
export const FACTOR_RESET_CALENDARS_EMAIL = 'factorResetCalendars';
export const NEW_DEVICE_EMAIL = 'newDevice';
export const LOCKED_OUT_EMAIL = 'lockedOut';
/** The key of one about tries in a session. */
export const IN_SESSION = 'session';
export const RECOVERY_CODE_EMAIL = 'recoveryCodeUsed';
export const PASSKEY_ADDED_EMAIL = 'passkeyAdded';
export const PASSKEY_REMOVED_EMAIL = 'passkeyRemoved';
export const PASSWORD_SET_EMAIL = 'passwordSet';
export const PASSWORD_CHANGED_EMAIL = 'passwordChanged';
/** Of a person who has calendar addresses, which a reset revokes. */
export const PASSWORD_CHANGED_CALENDARS_EMAIL = 'passwordChangedCalendars';
export const PASSWORD_RESET_CALENDARS_EMAIL = 'passwordResetCalendars';

interface Words {
  readonly subject: string;
  readonly body: string;
}

interface Told {
  readonly name: string;
  readonly mail: string;
  /** A function: of what is known when it is sent; null if there is nothing to tell any more. */
  readonly words: Words | ((about: About) => Words | null);
}

interface About {
  /** When it happened, in UTC. */
  readonly at: string;
  /** Of a new device, browser and system. */
  readonly key: string;
  readonly factor: AuthenticatorState;
}

const { mails } = TEXTS.secondFactors;
const { newDevice, lockedOut, lockedOutInSession } = TEXTS.accounts.securityMails;
const EMAILS = [
  { name: NEW_DEVICE_EMAIL, mail: 'Login from a new device', words: ({ key, at }: About) => newDevice(key, at) },
  {
    name: LOCKED_OUT_EMAIL,
    mail: 'Too many login attempts',
    words: ({ key, at }: About) => (key === IN_SESSION ? lockedOutInSession(at) : lockedOut(at)),
  },
  {
    name: RECOVERY_CODE_EMAIL,
    mail: 'Recovery code used',
    words: ({ at, factor: { addedAt, recoveryCodesLeft } }: About) =>
      addedAt === null ? null : mails.recoveryCodeUsed(at, recoveryCodesLeft),
  },
  { name: FACTOR_ADDED_EMAIL, mail: 'Authenticator app added', words: mails.factorAdded },
  { name: FACTOR_REMOVED_EMAIL, mail: 'Authenticator app removed', words: mails.factorRemoved },
  { name: FACTOR_RESET_EMAIL, mail: 'Second factor reset', words: mails.factorReset },
  { name: FACTOR_RESET_CALENDARS_EMAIL, mail: 'Second factor reset', words: mails.factorResetCalendars },
  { name: PASSKEY_ADDED_EMAIL, mail: 'Passkey added', words: TEXTS.passkeys.mails.added },
  { name: PASSKEY_REMOVED_EMAIL, mail: 'Passkey removed', words: TEXTS.passkeys.mails.removed },
  { name: PASSWORD_CHANGED_EMAIL, mail: 'Password changed', words: TEXTS.accounts.passwordChangedMail },
  {
    name: PASSWORD_CHANGED_CALENDARS_EMAIL,
    mail: 'Password changed',
    words: TEXTS.accounts.passwordChangedCalendarsMail,
  },
  {
    name: PASSWORD_RESET_CALENDARS_EMAIL,
    mail: 'Password changed',
    words: TEXTS.accounts.passwordResetCalendarsMail,
  },
  { name: PASSWORD_SET_EMAIL, mail: 'Password set', words: TEXTS.loginLinks.mails.passwordSet },
] as const satisfies readonly Told[];
export type SecurityEmail = (typeof EMAILS)[number]['name'];

/** By the portal's own mail service, since the account is no school's. No event asks for them. */
export const createSecurityMailReactions = ({
  environment,
  authenticators,
  sendEmail,
}: {
  readonly environment: Pick<Environment, 'log'>;
  readonly authenticators: Pick<Authenticators, 'of'>;
  readonly sendEmail: SendEmail;
}): readonly Reaction[] =>
  EMAILS.map(({ name, mail, words }) => ({
    name,
    mail,
    deliveriesFor: () => [],
    async carryOut({ _id, stream, key = '', createdAt }, signal) {
      const { email } = (await load(environment, user, idOf(stream))).state;
      if (email === null) return { kind: 'drop', reason: 'The person has been erased.' };
      const told =
        typeof words === 'function'
          ? words({ at: momentOf(createdAt), key, factor: await authenticators.of(idOf(stream)) })
          : words;
      if (told === null) return { kind: 'drop', reason: 'There is no authenticator app any more.' };
      const template = { builtIn: null, name: '', ...told, attachments: [] };
      return sendEmail(
        { id: _id, template, organizationId: null, email, values: {}, applicationId: null, actionPath: null },
        signal,
      );
    },
  }));

const momentOf = (instant: string): string =>
  `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(instant))} (UTC)`;
