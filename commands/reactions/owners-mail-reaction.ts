import { apiToken } from '../../domain/api-token/api-token.ts';
import type { ApiTokenEvent } from '../../domain/api-token/events.ts';
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
import type { Outcome, Reaction } from '../outbox/reaction.ts';
import { laneOf } from './school-lane.ts';

interface Words {
  readonly subject: string;
  readonly body: string;
}

/** Which events the Owners get an email about, and what it says. */
interface Telling {
  readonly name: string;
  readonly mail: string;
  readonly types: ReadonlySet<string>;
  /** Of the configuration, without its address. */
  readonly page: (id: string) => string;
  /** The name of the thing; null if it is gone. */
  readonly nameOf: (environment: Pick<Environment, 'log'>, id: string) => Promise<string | null>;
  readonly wordsOf: (event: Recorded<never>, link: string) => Words;
}

const WEBHOOK_FAILS: Telling = {
  name: 'webhookFailing',
  mail: 'Webhook fails',
  types: new Set(['WebhookFailing', 'WebhookDisabled']),
  page: (id) => `webhooks/${id}`,
  async nameOf(environment, id) {
    const { state } = await load(environment, webhook, id);
    return state.kind === 'document' ? state.details.name : null;
  },
  wordsOf(event: Recorded<Extract<WebhookEvent, { type: 'WebhookFailing' | 'WebhookDisabled' }>>, link) {
    const { failing, disabled, gone } = TEXTS.webhooks.mails;
    if (event.type === 'WebhookFailing') return failing(dayOf(event.data.disabledAt), link);
    const { reason, failingSince } = event.data;
    return reason === 'gone' ? gone(link) : disabled(dayOf(failingSince), link);
  },
};

const TOKEN_EXPIRES: Telling = {
  name: 'apiTokenExpiring',
  mail: 'API token expires',
  types: new Set(['ApiTokenExpiring']),
  page: () => 'tokens',
  async nameOf(environment, id) {
    const { state } = await load(environment, apiToken, id);
    return state.kind === 'token' && state.revokedAt === null ? state.name : null;
  },
  wordsOf: ({ data: { days, expiresAt } }: Recorded<Extract<ApiTokenEvent, { type: 'ApiTokenExpiring' }>>, link) =>
    TEXTS.apiTokens.mails.expiring(dayOf(expiresAt), days, link),
};

interface OwnersMail {
  readonly environment: Pick<Environment, 'log'>;
  readonly sendEmail: SendEmail;
  readonly linkTo: EmailOptions['linkTo'];
}

/** Tells each Owner: one email for each event. */
export const createOwnersMailReactions = (given: OwnersMail): readonly Reaction[] =>
  [WEBHOOK_FAILS, TOKEN_EXPIRES].map((telling) => ownersMailReaction(telling, given));

const drop = (reason: string): Outcome => ({ kind: 'drop', reason });

function ownersMailReaction(
  { name, mail, types, page, nameOf, wordsOf }: Telling,
  { environment, sendEmail, linkTo }: OwnersMail,
): Reaction {
  return {
    name,
    mail,
    async deliveriesFor(event) {
      const { organizationId } = event.metadata;
      if (!types.has(event.type) || organizationId === null) return [];
      const { state } = await load(environment, organization, organizationId);
      const lane = laneOf(state, organizationId);
      const owners = Object.keys(state.members).filter((userId) => state.members[userId] === 'Owner');
      return owners.map((userId) => ({ lane, key: userId }));
    },
    async carryOut({ _id, stream, revision, organizationId, key = '', lane }, signal) {
      if (organizationId === null) return drop('It belongs to no organization.');
      const school = await load(environment, organization, organizationId);
      const wanted = laneOf(school.state, organizationId);
      if (wanted !== lane) return { kind: 'move', lane: wanted };
      const [firstName, events, owner] = await Promise.all([
        nameOf(environment, idOf(stream)),
        environment.log.readStream(stream) as Promise<readonly Recorded<AnyEvent>[]>,
        load(environment, user, key),
      ]);
      const event = events.find((found) => found.revision === revision);
      if (!event || !types.has(event.type) || firstName === null) return drop('Its subject no longer exists.');
      const { email } = owner.state;
      if (email === null || school.state.members[key] !== 'Owner') return drop('This account is no longer an Owner.');
      const site = { _id: organizationId, ...school.state.details, servedDomain: servedDomain(school.state) };
      const link = linkTo(site, `${pagePath('config')}/${page(idOf(stream))}`);
      const template = { builtIn: null, name: '', ...wordsOf(event as Recorded<never>, link), attachments: [] };
      const values = { firstName };
      return sendEmail(
        { id: _id, template, organizationId, email, values, applicationId: null, actionPath: null },
        signal,
      );
    },
  };
}

const dayOf = (instant: string): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(new Date(instant));
