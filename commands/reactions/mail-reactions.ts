import { application } from '../../domain/application/application.ts';
import type { FieldValues } from '../../domain/application/events.ts';
import { BUILT_IN_TEMPLATES } from '../../domain/email-template/built-in-templates.ts';
import type { MailTemplate } from '../../domain/email-template/mail-template.ts';
import { organization } from '../../domain/organization/organization.ts';
import { idOf } from '../../domain/streams.ts';
import { user } from '../../domain/user/user.ts';
import type { Environment } from '../environment.ts';
import { load } from '../handle.ts';
import type { OneTimeTokens } from '../vault/one-time-tokens.ts';
import { type Mailer, MailRefused } from './mailer.ts';
import type { OutboxEntry } from './outbox.ts';
import type { Outcome, Reaction } from './reaction.ts';
import { type MailValues, renderTemplate } from './render-template.ts';

/**
 * The kind of token behind `/verifyEmail?token=…` (D10). Its subject is the stream whose email it proves, as long as that
 * still is the one it was sent to: `refs.emailId` equals `identity.userId(email, 0)`.
 */
export const VERIFY_EMAIL_TOKEN = 'verify-email';
/** The kind of token behind `/passwordReset?token=…`; its subject is the account's stream. */
export const RESET_PASSWORD_TOKEN = 'reset-password';
/** The reaction that mails it; people ask for it, no event does. */
export const PASSWORD_RESET_MAIL = 'passwordReset';

const DAY_MS = 24 * 3_600_000;
const MINUTE_MS = 60_000;

/** What a mail's `{{actionLink}}` opens, and for how long. */
interface Action {
  readonly kind: string;
  readonly path: string;
  readonly lifeMs: number;
  /** Each mail's link ends those before it. */
  readonly isNewestOnly: boolean;
}
const CONFIRM_APPLICATION: Action = {
  kind: VERIFY_EMAIL_TOKEN,
  path: '/verifyEmail',
  lifeMs: 7 * DAY_MS,
  isNewestOnly: false,
};
const CONFIRM_ACCOUNT: Action = { ...CONFIRM_APPLICATION, lifeMs: 20 * MINUTE_MS };
const RESET_PASSWORD: Action = {
  kind: RESET_PASSWORD_TOKEN,
  path: '/passwordReset',
  lifeMs: 20 * MINUTE_MS,
  isNewestOnly: true,
};

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
  readonly tokens: Pick<OneTimeTokens, 'issue' | 'renew'>;
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
  readonly action: Action;
  /** The organization is a stranger to the person, so its own domain must not get hold of a link to the account. */
  readonly isFromStranger?: boolean;
}

const drop = (reason: string): Outcome => ({ kind: 'drop', reason });

/** The mails that follow from events. */
export function createMailReactions(options: MailReactionOptions): readonly Reaction[] {
  const { environment } = options;
  return [
    {
      name: 'applicationReceived',
      answers: ({ type }) => type === 'ApplicationSubmitted',
      template: BUILT_IN_TEMPLATES.applicationReceived.name,
      async carryOut(entry) {
        const applicationId = idOf(entry.stream);
        const { state } = await load(environment, application, applicationId);
        if (state.kind !== 'application' || state.email === null) return drop('The person has been erased.');
        const { organizationId, email, values } = state;
        const action = CONFIRM_APPLICATION;
        const letter = {
          template: BUILT_IN_TEMPLATES.applicationReceived,
          organizationId,
          email,
          values,
          applicationId,
          action,
        };
        return send(options, entry, letter);
      },
    },
    {
      name: 'verifyEmail',
      answers: ({ type }) => type === 'UserSignedUp',
      template: BUILT_IN_TEMPLATES.verifyEmail.name,
      async carryOut(entry) {
        const { state } = await load(environment, user, idOf(entry.stream));
        if (!state.exists || state.email === null) return drop('The person has been erased.');
        if (state.isEmailVerified) return drop('The address has been proven already.');
        const { organizationId } = entry;
        const { email } = state;
        const action = CONFIRM_ACCOUNT;
        const letter = {
          template: BUILT_IN_TEMPLATES.verifyEmail,
          organizationId,
          email,
          values: {},
          applicationId: null,
          action,
        };
        return send(options, entry, letter);
      },
    },
    {
      name: PASSWORD_RESET_MAIL,
      answers: () => false,
      template: BUILT_IN_TEMPLATES.passwordReset.name,
      async carryOut(entry) {
        const userId = idOf(entry.stream);
        const { state } = await load(environment, user, userId);
        if (!state.exists || state.email === null) return drop('Nobody has this account.');
        const { organizationId } = entry;
        return send(options, entry, {
          template: BUILT_IN_TEMPLATES.passwordReset,
          organizationId,
          email: state.email,
          values: {},
          applicationId: null,
          action: RESET_PASSWORD,
          isFromStranger: organizationId !== null && !(await belongsTo(environment, userId, organizationId)),
        });
      },
    },
  ];
}

/** Whether the person works or has applied there. */
async function belongsTo(environment: Environment, userId: string, organizationId: string): Promise<boolean> {
  const { queries } = environment;
  if ((await queries.rolesOfUser(userId)).some(({ orgId }) => orgId === organizationId)) return true;
  for (const { _id } of await queries.applicationsOfUser(userId)) {
    const { state } = await load(environment, application, _id);
    if (state.kind === 'application' && state.organizationId === organizationId) return true;
  }
  return false;
}

async function send(options: MailReactionOptions, entry: OutboxEntry, letter: Letter): Promise<Outcome> {
  const { environment, mailer, tokens, linkTo } = options;
  const { organizationId, applicationId, email, values, action } = letter;
  const found = organizationId === null ? undefined : await load(environment, organization, organizationId);
  const details = found?.state.exists ? found.state.details : null;
  const ownSite = details && organizationId !== null ? { _id: organizationId, ...details } : null;
  const site = ownSite && letter.isFromStranger ? { ...ownSite, fullDomain: null } : ownSite;
  const { token } = await tokens[action.isNewestOnly ? 'renew' : 'issue']({
    kind: action.kind,
    subject: entry.stream,
    expiresAt: new Date(environment.now() + action.lifeMs).toISOString(),
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
    actionLink: linkTo(site, `${action.path}?token=${token}`),
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
