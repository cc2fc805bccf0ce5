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

/** Tells an Owner, by the portal's own mail service, that the security log has something to look at. It names no person. */
export const createSecurityAlertReaction = ({
  environment,
  sendEmail,
  linkTo,
}: {
  readonly environment: Pick<Environment, 'log'>;
  readonly sendEmail: SendEmail;
  readonly linkTo: EmailOptions['linkTo'];
}): Reaction => ({
  name: SECURITY_ALERT,
  mail: 'Security alert',
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
    const words = TEXTS.securityLog.alert(school.details.name, linkTo(site, pagePath('securityLog')));
    const template = { builtIn: null, name: '', ...words, attachments: [] };
    return sendEmail(
      { id: _id, template, organizationId: null, email, values: {}, applicationId: null, actionPath: null },
      signal,
    );
  },
});
