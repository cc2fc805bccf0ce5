import { application } from '../../domain/application/application.ts';
import type { Application } from '../../domain/application/state.ts';
import { BUILT_IN_TEMPLATES, type BuiltInTemplateKey } from '../../domain/email-template/built-in-templates.ts';
import type { EventOf } from '../../domain/event.ts';
import type { EmailRequested } from '../../domain/mail/events.ts';
import { idOf } from '../../domain/streams.ts';
import { user } from '../../domain/user/user.ts';
import { loadBuiltInText, loadTemplate } from '../email-template/template-text.ts';
import type { Environment } from '../environment.ts';
import { load } from '../handle.ts';
import { findAccount } from '../user/find-account.ts';
import type { OneTimeTokens } from '../vault/one-time-tokens.ts';
import { belongsTo } from './belongs-to.ts';
import type { Letter, SendLetter } from './letters.ts';
import type { OutboxEntry } from './outbox.ts';
import type { Outcome, Reaction } from './reaction.ts';

/**
 * The kind of token behind `/verifyEmail?token=…` (D10). Its subject is the stream whose email it proves, as long as that
 * still is the one it was sent to: `refs.emailId` equals `identity.userId(email, 0)`.
 */
export const VERIFY_EMAIL_TOKEN = 'verify-email';
/** The kind of token behind `/passwordReset?token=…`; its subject is the account's stream. */
export const RESET_PASSWORD_TOKEN = 'reset-password';
/** The reaction that mails it; people ask for it, no event does. */
export const PASSWORD_RESET_MAIL = 'passwordReset';
/** The reaction that mails the link behind a new account; people ask for another one, too. */
export const VERIFY_EMAIL_MAIL = 'verifyEmail';
/** The reaction that sends what staff have asked for. */
export const REQUESTED_MAIL = 'requestedMail';

const DAY_MS = 24 * 3_600_000;
const MINUTE_MS = 60_000;

/** What the link in a mail does, and how long it is valid. */
interface Action {
  readonly kind: string;
  readonly path: string;
  readonly lifeMs: number;
}
const CONFIRM_APPLICATION: Action = {
  kind: VERIFY_EMAIL_TOKEN,
  path: '/verifyEmail',
  lifeMs: 7 * DAY_MS,
};
const CONFIRM_ACCOUNT: Action = { ...CONFIRM_APPLICATION, lifeMs: 20 * MINUTE_MS };
/** Several are valid at once: anybody can ask for one, and would end the owner's with it. A used one ends all. */
const RESET_PASSWORD: Action = {
  kind: RESET_PASSWORD_TOKEN,
  path: '/passwordReset',
  lifeMs: 20 * MINUTE_MS,
};

/** The name of the template of a mail that the portal sends to an applicant by itself; undefined for everything else. */
export function templateOfReaction(reaction: string): string | undefined {
  const { applicationReceived, interviewScheduled } = BUILT_IN_TEMPLATES;
  return new Map<string, string>(
    Object.entries({ applicationReceived, interviewScheduled }).map(([key, { name }]) => [key, name]),
  ).get(reaction);
}

type AboutMail = Pick<Letter, 'organizationId' | 'email' | 'applicationId'>;

export interface MailReactionOptions {
  readonly environment: Environment;
  readonly tokens: Pick<OneTimeTokens, 'issue'>;
  readonly sendLetter: SendLetter;
}

const drop = (reason: string): Outcome => ({ kind: 'drop', reason });
const ERASED = drop('The person has been erased.');

/**
 * The mails that follow from events, in the organization's text (D29). None of them changes a status. A link that opens an
 * account which does not belong to the organization is sent in the portal's text
 * (docs/decisions/0029-account-mails.md).
 */
export function createMailReactions({ environment, tokens, sendLetter }: MailReactionOptions): readonly Reaction[] {
  /** Signs the link, and sends the portal's own mail in the words that the organization has for it. */
  async function send(
    entry: OutboxEntry,
    key: BuiltInTemplateKey,
    action: Action | null,
    letter: Omit<Letter, 'id' | 'template' | 'actionPath'>,
  ): Promise<Outcome> {
    const template = await loadBuiltInText(environment, letter.organizationId, key);
    const actionPath = action && (await pathOf(action, entry.stream, letter));
    return sendLetter({ ...letter, id: entry._id, template, actionPath });
  }

  const isOfOthers = async ({ organizationId, email, applicationId }: AboutMail): Promise<boolean> =>
    organizationId !== null &&
    !(applicationId !== null && (await hasAppliedItself(applicationId, email))) &&
    !(await belongsTo(environment, { organizationId, email, isExpected: applicationId !== null }));

  /** Whether the account of the email was signed in when it applied: nobody else made that application. */
  const hasAppliedItself = async (applicationId: string, email: string): Promise<boolean> => {
    const { events } = await load(environment, application, applicationId);
    const { userId } = await findAccount(environment, email);
    return events.some(({ type, actor }) => type === 'ApplicationSubmitted' && actor.id === userId);
  };

  /** A stranger can request such a mail at any organization, so the mail names only one that the account belongs to. */
  const aboutAccount = async (organizationId: string | null, email: string) => {
    const about = { organizationId, email, values: {}, applicationId: null, isForeign: false } as const;
    return (await isOfOthers(about)) ? { ...about, organizationId: null } : about;
  };

  async function pathOf(
    { kind, path, lifeMs }: Action,
    subject: string,
    { email, applicationId }: Pick<Letter, 'email' | 'applicationId'>,
  ): Promise<string> {
    const { token } = await tokens.issue({
      kind,
      subject,
      expiresAt: new Date(environment.now() + lifeMs).toISOString(),
      // The address may be corrected later: the link proves the one that it was sent to, and no other.
      refs: { emailId: environment.identity.userId(email, 0), ...(applicationId === null ? {} : { applicationId }) },
    });
    return `${path}?token=${token}`;
  }

  return [
    {
      name: REQUESTED_MAIL,
      mail: 'Sent by staff',
      answers: ({ type }) => type === 'EmailRequested',
      delayMs: (event, now) => {
        const { sendAt } = (event as EmailRequest).data;
        return sendAt === null ? 0 : Math.max(0, Date.parse(sendAt) - now);
      },
      template: async (entry) => (await requestOf(environment, entry)).template,
      async carryOut(entry) {
        const { templateId, templateVersion } = await requestOf(environment, entry);
        const [about, template] = await Promise.all([
          aboutApplication(environment, entry),
          loadTemplate(environment, templateId, templateVersion),
        ]);
        if (!about) return ERASED;
        if (!template) return drop('There is no such template.');
        const { details } = template;
        const action = details.builtIn === 'applicationReceived' ? CONFIRM_APPLICATION : null;
        const actionPath = action && (await pathOf(action, entry.stream, about));
        const isForeign = action !== null && (await isOfOthers(about));
        return sendLetter({ ...about, id: entry._id, template: details, actionPath, isForeign });
      },
    },
    {
      name: 'applicationReceived',
      mail: BUILT_IN_TEMPLATES.applicationReceived.name,
      answers: ({ type }) => type === 'ApplicationSubmitted',
      template: BUILT_IN_TEMPLATES.applicationReceived.name,
      async carryOut(entry) {
        const about = await aboutApplication(environment, entry);
        if (!about) return ERASED;
        const isForeign = await isOfOthers(about);
        return send(entry, 'applicationReceived', CONFIRM_APPLICATION, { ...about, isForeign });
      },
    },
    {
      name: 'interviewScheduled',
      mail: BUILT_IN_TEMPLATES.interviewScheduled.name,
      answers: ({ type }) => type === 'InterviewScheduled',
      template: BUILT_IN_TEMPLATES.interviewScheduled.name,
      async carryOut(entry) {
        const about = await aboutApplication(environment, entry);
        return about ? send(entry, 'interviewScheduled', null, about) : ERASED;
      },
    },
    {
      name: VERIFY_EMAIL_MAIL,
      mail: BUILT_IN_TEMPLATES.verifyEmail.name,
      answers: ({ type }) => type === 'UserSignedUp',
      template: BUILT_IN_TEMPLATES.verifyEmail.name,
      async carryOut(entry) {
        const { state } = await load(environment, user, idOf(entry.stream));
        if (!state.exists || state.email === null) return ERASED;
        if (state.isEmailVerified) return drop('The address has been proven already.');
        return send(entry, 'verifyEmail', CONFIRM_ACCOUNT, await aboutAccount(entry.organizationId, state.email));
      },
    },
    {
      name: PASSWORD_RESET_MAIL,
      mail: BUILT_IN_TEMPLATES.passwordReset.name,
      answers: () => false,
      template: BUILT_IN_TEMPLATES.passwordReset.name,
      async carryOut(entry) {
        const { state } = await load(environment, user, idOf(entry.stream));
        if (!state.exists || state.email === null) return drop('Nobody has this account.');
        return send(entry, 'passwordReset', RESET_PASSWORD, await aboutAccount(entry.organizationId, state.email));
      },
    },
  ];
}

type EmailRequest = EventOf<typeof EmailRequested>;

/** What the event asks for that the entry follows from. */
async function requestOf(environment: Pick<Environment, 'log'>, entry: OutboxEntry): Promise<EmailRequest['data']> {
  const { events } = await load(environment, application, idOf(entry.stream));
  const event = events.find(({ id }) => id === entry.eventId);
  if (event?.type !== 'EmailRequested') throw new Error(`${entry._id} follows from no request`);
  return event.data;
}

/** Undefined once the person has been erased. */
export async function aboutApplication(
  environment: Pick<Environment, 'log'>,
  { stream }: Pick<OutboxEntry, 'stream'>,
): Promise<(Pick<Application, 'organizationId' | 'values'> & { email: string; applicationId: string }) | undefined> {
  const applicationId = idOf(stream);
  const { state } = await load(environment, application, applicationId);
  if (state.kind !== 'application' || state.email === null) return undefined;
  const { organizationId, email, values } = state;
  return { organizationId, email, values, applicationId };
}
