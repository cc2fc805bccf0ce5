import { idOf } from '../../domain/event-sourcing/streams.ts';
import { servedDomain } from '../../domain/organization/domain-proof.ts';
import { organization } from '../../domain/organization/organization.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { user } from '../../domain/user/user.ts';
import { pagePath } from '../../domain/values/pages.ts';
import type { EmailOptions, SendEmail } from '../email/outgoing-email.ts';
import type { Environment } from '../handling/environment.ts';
import { load } from '../handling/handle.ts';
import type { Reaction } from '../outbox/reaction.ts';

export const SECURITY_ALERT = 'securityAlert';
export const DOWNLOAD_ALERT = 'downloadAlert';
export const READ_ALERT = 'readAlert';
export const MASS_READ_ALERT = 'massReadAlert';
export const MORE_ALERTS = 'moreAlerts';

interface AlertOptions {
  readonly environment: Pick<Environment, 'log'>;
  readonly sendEmail: SendEmail;
  readonly linkTo: EmailOptions['linkTo'];
}

interface Alert {
  readonly name: string;
  readonly mail: string;
  readonly words: (school: string, link: string) => { readonly subject: string; readonly body: string };
}

const { alert, downloadAlert, massReadAlert, moreAlerts, readAlert } = TEXTS.securityLog;

/** They tell Owners, by the portal's own mail service, that the security log has something to look at. They name no person. */
export const createSecurityAlertReactions = (options: AlertOptions): readonly Reaction[] => [
  createAlertReaction(options, { name: SECURITY_ALERT, mail: 'Security alert', words: alert }),
  createAlertReaction(options, { name: DOWNLOAD_ALERT, mail: 'Download from a new device', words: downloadAlert }),
  createAlertReaction(options, { name: MASS_READ_ALERT, mail: 'Mass read on a new device', words: massReadAlert }),
  createAlertReaction(options, { name: READ_ALERT, mail: 'Unusual amount of data read', words: readAlert }),
  createAlertReaction(options, { name: MORE_ALERTS, mail: 'More security alerts', words: moreAlerts }),
];

const createAlertReaction = (
  { environment, sendEmail, linkTo }: AlertOptions,
  { name, mail, words: wordsOf }: Alert,
): Reaction => ({
  name,
  mail,
  deliveriesFor: () => [],
  async carryOut({ _id, stream, key = '' }, signal) {
    const id = idOf(stream);
    const [{ state: school }, owner] = await Promise.all([
      load(environment, organization, id),
      load(environment, user, key),
    ]);
    const { email } = owner.state;
    if (email === null || school.members[key] !== 'Owner') {
      return { kind: 'drop', reason: 'This account is no longer an Owner.' };
    }
    const site = { _id: id, ...school.details, servedDomain: servedDomain(school) };
    const words = wordsOf(school.details.name, linkTo(site, pagePath('securityLog')));
    const template = { builtIn: null, name: '', ...words, attachments: [] };
    return sendEmail(
      { id: _id, template, organizationId: null, email, values: {}, applicationId: null, actionPath: null },
      signal,
    );
  },
});
