import { idOf } from '../../domain/event-sourcing/streams.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { user } from '../../domain/user/user.ts';
import type { SendEmail } from '../email/outgoing-email.ts';
import type { Environment } from '../handling/environment.ts';
import { load } from '../handling/handle.ts';
import type { Reaction } from '../outbox/reaction.ts';

export const FACTOR_ADDED_EMAIL = 'factorAdded';
export const FACTOR_REMOVED_EMAIL = 'factorRemoved';
export const FACTOR_RESET_EMAIL = 'factorReset';
export const PASSWORD_CHANGED_EMAIL = 'passwordChanged';

const { mails } = TEXTS.secondFactors;
const EMAILS = [
  { name: FACTOR_ADDED_EMAIL, mail: 'Authenticator app added', words: mails.factorAdded },
  { name: FACTOR_REMOVED_EMAIL, mail: 'Authenticator app removed', words: mails.factorRemoved },
  { name: FACTOR_RESET_EMAIL, mail: 'Second factor reset', words: mails.factorReset },
  { name: PASSWORD_CHANGED_EMAIL, mail: 'Password changed', words: TEXTS.accounts.passwordChangedMail },
] as const;
export type SecurityEmail = (typeof EMAILS)[number]['name'];

/** By the portal's own mail service, since the account is no school's. No event asks for them. */
export const createSecurityMailReactions = ({
  environment,
  sendEmail,
}: {
  readonly environment: Pick<Environment, 'log'>;
  readonly sendEmail: SendEmail;
}): readonly Reaction[] =>
  EMAILS.map(({ name, mail, words }) => ({
    name,
    mail,
    deliveriesFor: () => [],
    async carryOut({ _id, stream }, signal) {
      const { email } = (await load(environment, user, idOf(stream))).state;
      if (email === null) return { kind: 'drop', reason: 'The person has been erased.' };
      const template = { builtIn: null, name: '', ...words, attachments: [] };
      return sendEmail(
        { id: _id, template, organizationId: null, email, values: {}, applicationId: null, actionPath: null },
        signal,
      );
    },
  }));
