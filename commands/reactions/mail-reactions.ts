import { application } from '../../domain/application/application.ts';
import type { FieldValues } from '../../domain/application/events.ts';
import { organization } from '../../domain/organization/organization.ts';
import { idOf } from '../../domain/streams.ts';
import { user } from '../../domain/user/user.ts';
import type { Environment } from '../environment.ts';
import { load } from '../handle.ts';
import type { OneTimeTokens } from '../vault/one-time-tokens.ts';
import { APPLICATION_RECEIVED, VERIFY_EMAIL } from './built-in-templates.ts';
import { type Mailer, MailRefused } from './mailer.ts';
import type { OutboxEntry } from './outbox.ts';
import type { Outcome, Reaction } from './reaction.ts';
import { type MailTemplate, type MailValues, renderTemplate } from './render-template.ts';

/**
 * The kind of token behind `/verifyEmail?token=…` (D10). Its subject is the stream whose email it proves, as long as that
 * still is the one it was sent to: `refs.emailId` equals `identity.userId(email, 0)`.
 */
export const VERIFY_EMAIL_TOKEN = 'verify-email';
const APPLICATION_LINK_MS = 7 * 24 * 3_600_000;
const VERIFY_LINK_MS = 20 * 60_000;

/** The parts of an organization from which its web address follows. */
export interface Addressed {
  readonly _id: string;
  readonly slug: string;
  readonly subdomain: string | null;
  readonly fullDomain: string | null;
}

export interface MailReactionOptions {
  readonly environment: Environment;
  readonly mailer: Mailer;
  readonly tokens: Pick<OneTimeTokens, 'issue'>;
  /** A name and an address, `Intake <intake@example.com>`, or an address alone. */
  readonly mailFrom: string;
  /** The whole address of a path on the organization's site, or on the portal's own for null (D7). */
  readonly linkTo: (organization: Addressed | null, path: string) => string;
}

interface Letter {
  readonly template: MailTemplate;
  readonly organizationId: string | null;
  readonly email: string;
  readonly values: FieldValues;
  readonly applicationId: string | null;
  readonly tokenLifeMs: number;
}

const drop = (reason: string): Outcome => ({ kind: 'drop', reason });

/** The mails that follow from events. */
export function createMailReactions(options: MailReactionOptions): readonly Reaction[] {
  const { environment } = options;
  return [
    {
      name: 'applicationReceived',
      answers: ({ type }) => type === 'ApplicationSubmitted',
      template: APPLICATION_RECEIVED.name,
      async carryOut(entry) {
        const applicationId = idOf(entry.stream);
        const { state } = await load(environment, application, applicationId);
        if (state.kind !== 'application' || state.email === null) return drop('The person has been erased.');
        const { organizationId, email, values } = state;
        const tokenLifeMs = APPLICATION_LINK_MS;
        const letter = { template: APPLICATION_RECEIVED, organizationId, email, values, applicationId, tokenLifeMs };
        return send(options, entry, letter);
      },
    },
    {
      name: 'verifyEmail',
      answers: ({ type }) => type === 'UserSignedUp',
      template: VERIFY_EMAIL.name,
      async carryOut(entry) {
        const { state } = await load(environment, user, idOf(entry.stream));
        if (!state.exists || state.email === null) return drop('The person has been erased.');
        if (state.isEmailVerified) return drop('The address has been proven already.');
        const { organizationId } = entry;
        const { email } = state;
        const tokenLifeMs = VERIFY_LINK_MS;
        const letter = { template: VERIFY_EMAIL, organizationId, email, values: {}, applicationId: null, tokenLifeMs };
        return send(options, entry, letter);
      },
    },
  ];
}

async function send(options: MailReactionOptions, entry: OutboxEntry, letter: Letter): Promise<Outcome> {
  const { environment, mailer, tokens, linkTo } = options;
  const { organizationId, applicationId, email, values } = letter;
  const found = organizationId === null ? undefined : await load(environment, organization, organizationId);
  const details = found?.state.exists ? found.state.details : null;
  const site = details && organizationId !== null ? { _id: organizationId, ...details } : null;
  const { token } = await tokens.issue({
    kind: VERIFY_EMAIL_TOKEN,
    subject: entry.stream,
    expiresAt: new Date(environment.now() + letter.tokenLifeMs).toISOString(),
    // The address may be corrected later: the link proves the one that it was sent to, and no other.
    refs: { emailId: environment.identity.userId(email, 0), ...(applicationId === null ? {} : { applicationId }) },
  });
  const from = senderOf(options.mailFrom);
  const filled: MailValues = {
    firstName: textOf(values.firstName) || 'there',
    lastName: textOf(values.lastName),
    email,
    orgName: details?.name ?? from.name,
    applicationLink: applicationId === null ? '' : linkTo(site, `/application/${applicationId}`),
    actionLink: linkTo(site, `/verifyEmail?token=${token}`),
  };
  try {
    await mailer.send({
      id: entry._id,
      from: { address: from.address, name: details?.name ?? from.name },
      replyTo: details?.sendGridEmailAddress ?? null,
      to: email,
      ...renderTemplate(letter.template, filled),
    });
  } catch (error) {
    if (error instanceof MailRefused) return { kind: 'failed', reason: error.code };
    throw error;
  }
  return { kind: 'delivered' };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

function senderOf(mailFrom: string): { readonly name: string; readonly address: string } {
  const [, name, address] = /^\s*"?(.*?)"?\s*<([^<>]+)>\s*$/.exec(mailFrom) ?? [];
  return address ? { name: name || 'Intake', address } : { name: 'Intake', address: mailFrom.trim() };
}
