import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import { idOf } from '../../domain/event-sourcing/streams.ts';
import { servedDomain } from '../../domain/organization/domain-proof.ts';
import { organization } from '../../domain/organization/organization.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { user } from '../../domain/user/user.ts';
import { pagePath } from '../../domain/values/pages.ts';
import type { WebhookEvent } from '../../domain/webhook/events.ts';
import { webhook } from '../../domain/webhook/webhook.ts';
import type { EmailOptions, SendEmail } from '../email/outgoing-email.ts';
import type { Environment } from '../handling/environment.ts';
import { load } from '../handling/handle.ts';
import { type Lane, schoolMailLane } from '../outbox/lanes.ts';
import type { Outcome, Reaction } from '../outbox/reaction.ts';

type Telling = Extract<WebhookEvent, { type: 'WebhookFailing' | 'WebhookDisabled' }>;
const isTelling = (event: Recorded<AnyEvent>): event is Recorded<Telling> =>
  event.type === 'WebhookFailing' || event.type === 'WebhookDisabled';

const drop = (reason: string): Outcome => ({ kind: 'drop', reason });

/** Tells each Owner that a webhook fails or was disabled: one email for each event. */
export function createWebhookMailReaction({
  environment,
  sendEmail,
  linkTo,
}: {
  readonly environment: Pick<Environment, 'log'>;
  readonly sendEmail: SendEmail;
  readonly linkTo: EmailOptions['linkTo'];
}): Reaction {
  async function laneOf(organizationId: string): Promise<Lane> {
    const { state } = await load(environment, organization, organizationId);
    return state.secrets.sendGridApiKey === null ? 'mail' : schoolMailLane(organizationId);
  }

  return {
    name: 'webhookFailing',
    mail: 'Webhook fails',
    async deliveriesFor(event) {
      const { organizationId } = event.metadata;
      if (!isTelling(event) || organizationId === null) return [];
      const { state } = await load(environment, organization, organizationId);
      const lane = await laneOf(organizationId);
      const owners = Object.keys(state.members).filter((userId) => state.members[userId] === 'Owner');
      return owners.map((userId) => ({ lane, key: userId }));
    },
    async carryOut({ _id, stream, revision, organizationId, key = '', lane }, signal) {
      if (organizationId === null) return drop('The webhook belongs to no organization.');
      const wanted = await laneOf(organizationId);
      if (wanted !== lane) return { kind: 'move', lane: wanted };
      const [hook, school, owner] = await Promise.all([
        load(environment, webhook, idOf(stream)),
        load(environment, organization, organizationId),
        load(environment, user, key),
      ]);
      const event = (hook.events as readonly Recorded<AnyEvent>[]).find((found) => found.revision === revision);
      if (!event || !isTelling(event) || hook.state.kind !== 'document') return drop('The webhook is deleted.');
      const { email } = owner.state;
      if (email === null || school.state.members[key] !== 'Owner') return drop('This account is no Owner any more.');
      const site = { _id: organizationId, ...school.state.details, servedDomain: servedDomain(school.state) };
      const link = linkTo(site, `${pagePath('config')}/webhooks/${idOf(stream)}`);
      const template = { builtIn: null, name: '', ...wordsOf(event, link), attachments: [] };
      const values = { firstName: hook.state.details.name };
      return sendEmail(
        { id: _id, template, organizationId, email, values, applicationId: null, actionPath: null },
        signal,
      );
    },
  };
}

function wordsOf(event: Recorded<Telling>, link: string): { readonly subject: string; readonly body: string } {
  const { failing, disabled, gone } = TEXTS.webhooks.mails;
  if (event.type === 'WebhookFailing') return failing(dayOf(event.data.disabledAt), link);
  const { reason, failingSince } = event.data;
  return reason === 'gone' ? gone(link) : disabled(dayOf(failingSince), link);
}

const dayOf = (instant: string): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(new Date(instant));
