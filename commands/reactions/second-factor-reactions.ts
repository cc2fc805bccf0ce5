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

const NAMES = {
  [FACTOR_ADDED_EMAIL]: 'Authenticator app added',
  [FACTOR_REMOVED_EMAIL]: 'Authenticator app removed',
  [FACTOR_RESET_EMAIL]: 'Second factor reset',
} as const;

/** By the portal's own mail service, since the account is no school's. No event asks for them. */
export const createSecondFactorReactions = ({
  environment,
  sendEmail,
}: {
  readonly environment: Pick<Environment, 'log'>;
  readonly sendEmail: SendEmail;
}): readonly Reaction[] =>
  ([FACTOR_ADDED_EMAIL, FACTOR_REMOVED_EMAIL, FACTOR_RESET_EMAIL] as const).map((name) => ({
    name,
    mail: NAMES[name],
    deliveriesFor: () => [],
    async carryOut({ _id, stream }, signal) {
      const { email } = (await load(environment, user, idOf(stream))).state;
      if (email === null) return { kind: 'drop', reason: 'The person has been erased.' };
      const template = { builtIn: null, name: '', ...TEXTS.secondFactors.mails[name], attachments: [] };
      return sendEmail(
        { id: _id, template, organizationId: null, email, values: {}, applicationId: null, actionPath: null },
        signal,
      );
    },
  }));
