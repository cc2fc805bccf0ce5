import { application } from '../../domain/application/application.ts';
import type { Application } from '../../domain/application/state.ts';
import { batch } from '../../domain/batch/batch.ts';
import { type Interview, interviewAfter } from '../../domain/calendar/interview.ts';
import type { InterviewToAttend } from '../../domain/calendar/interview-calendar.ts';
import type { EmailRequested } from '../../domain/email/events.ts';
import { readBuiltInTemplateId } from '../../domain/email-template/built-in-id.ts';
import { BUILT_IN_TEMPLATES, type BuiltInTemplateKey } from '../../domain/email-template/built-in-templates.ts';
import type { EventOf } from '../../domain/event-sourcing/event.ts';
import { categoryOf, idOf } from '../../domain/event-sourcing/streams.ts';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import { organization } from '../../domain/organization/organization.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { user } from '../../domain/user/user.ts';
import { pagePath } from '../../domain/values/pages.ts';
import type { OutgoingEmail, ReceivedApplication, SendEmail } from '../email/outgoing-email.ts';
import { loadBuiltInText, loadTemplate, NO_TEMPLATE, WITHOUT_TEMPLATE } from '../email/template-text.ts';
import { NO_STREAM } from '../event-store/port.ts';
import type { Environment } from '../handling/environment.ts';
import { handle, load } from '../handling/handle.ts';
import { type Lane, schoolMailLane } from '../outbox/lanes.ts';
import type { OutboxEntry } from '../outbox/outbox.ts';
import type { Outcome, Reaction } from '../outbox/reaction.ts';
import { reactionContext } from '../outbox/reaction-context.ts';
import { findAccount } from '../user/find-account.ts';
import type { OneTimeTokens } from '../vault/one-time-tokens.ts';
import { usageOf } from '../vault/usage.ts';
import { belongsTo } from './belongs-to.ts';

/**
 * Token kind of links to the page verifyEmail. The subject is the stream whose email it proves; `refs.emailId` equals
 * `identity.userId(email, 0)` of the address it was sent to.
 */
export const VERIFY_EMAIL_TOKEN = 'verify-email';
/** Token kind of links to the page passwordReset; the subject is the account's stream. */
export const RESET_PASSWORD_TOKEN = 'reset-password';
/** People request it; no event does. */
export const PASSWORD_RESET_EMAIL = 'passwordReset';
/** After sign-up; people can request another one. */
export const VERIFY_EMAIL = 'verifyEmail';
export const REQUESTED_EMAIL = 'requestedEmail';

const DAY_MS = 24 * 3_600_000;
const MINUTE_MS = 60_000;

/** The counter of an address, which outlives its accounts: anybody can sign up, delete the account and sign up again. */
export const verificationsTo = ({ identity }: Pick<Environment, 'identity'>, email: string): string =>
  `verification:${identity.userId(email, 0)}`;

interface Action {
  readonly kind: string;
  readonly path: string;
  readonly lifeMs: number;
}
const CONFIRM_APPLICATION: Action = {
  kind: VERIFY_EMAIL_TOKEN,
  path: pagePath('verifyEmail'),
  lifeMs: 7 * DAY_MS,
};
const CONFIRM_ACCOUNT: Action = { ...CONFIRM_APPLICATION, lifeMs: 20 * MINUTE_MS };
/** Several are valid at once: otherwise a stranger's request would end the owner's. A used one ends all. */
const RESET_PASSWORD: Action = {
  kind: RESET_PASSWORD_TOKEN,
  path: pagePath('passwordReset'),
  lifeMs: 20 * MINUTE_MS,
};

/** Undefined for a reaction that is not an automatic email to an applicant. */
export function templateOfReaction(reaction: string): string | undefined {
  const { applicationReceived, interviewScheduled } = BUILT_IN_TEMPLATES;
  return new Map<string, string>(
    Object.entries({ applicationReceived, interviewScheduled }).map(([key, { name }]) => [key, name]),
  ).get(reaction);
}

type AboutEmail = Pick<OutgoingEmail, 'organizationId' | 'email' | 'applicationId'>;

export interface EmailReactionOptions {
  readonly environment: Environment;
  readonly tokens: Pick<OneTimeTokens, 'issue'>;
  readonly sendEmail: SendEmail;
}

/** A minute and a half, with the lane's backoff. */
const TRIES_WITHOUT_TIME = 4;

const drop = (reason: string): Outcome => ({ kind: 'drop', reason });
const ERASED = drop('The person has been erased.');

/**
 * In the organization's text. A link that opens an account outside the organization has the portal's text (decision
 * 29).
 */
export function createEmailReactions({ environment, tokens, sendEmail }: EmailReactionOptions): readonly Reaction[] {
  async function send(
    entry: OutboxEntry,
    key: BuiltInTemplateKey,
    action: Action | null,
    outgoing: Omit<OutgoingEmail, 'id' | 'template' | 'actionPath'>,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const template = await loadBuiltInText(environment, outgoing.organizationId, key);
    const actionPath = action && (await pathOf(action, entry.stream, outgoing));
    return sendEmail({ ...outgoing, id: entry._id, template, actionPath }, signal);
  }

  /** Calendly is asked for the time meanwhile; without an answer the email is sent without it. */
  async function awaitsTime(about: AboutApplication, { tries }: OutboxEntry): Promise<boolean> {
    if (about.interview || about.calendlyEventUri === null || tries >= TRIES_WITHOUT_TIME) return false;
    const { state } = await load(environment, organization, about.organizationId);
    return state.secrets.calendlyAccessToken !== null;
  }

  async function ownLane(organizationId: string | null): Promise<Lane> {
    if (organizationId === null) return 'mail';
    const { state } = await load(environment, organization, organizationId);
    return state.secrets.sendGridApiKey === null ? 'mail' : schoolMailLane(organizationId);
  }

  const settle = (entry: OutboxEntry, template: string) => recordOutcome(environment, entry, template);

  const isOfOthers = async ({ organizationId, email, applicationId }: AboutEmail): Promise<boolean> =>
    organizationId !== null &&
    !(applicationId !== null && (await hasAppliedItself(applicationId, email))) &&
    !(await belongsTo(environment, { organizationId, email, isExpected: applicationId !== null }));

  /** Only an account that was signed in when it applied certainly applied itself. */
  const hasAppliedItself = async (applicationId: string, email: string): Promise<boolean> => {
    const { events } = await load(environment, application, applicationId);
    const { userId } = await findAccount(environment, email);
    return events.some(({ type, actor }) => type === 'ApplicationSubmitted' && actor.id === userId);
  };

  /** A stranger can request such an email anywhere, so it names only organizations that the account belongs to. */
  const aboutAccount = async (organizationId: string | null, email: string) => {
    const about = { organizationId, email, values: {}, applicationId: null, isForeign: false } as const;
    return (await isOfOthers(about)) ? { ...about, organizationId: null } : about;
  };

  async function pathOf(
    { kind, path, lifeMs }: Action,
    subject: string,
    { email, applicationId }: Pick<OutgoingEmail, 'email' | 'applicationId'>,
  ): Promise<string> {
    const { token } = await tokens.issue({
      kind,
      subject,
      expiresAt: new Date(environment.now() + lifeMs).toISOString(),
      // The link proves only the address it was sent to, which may be corrected later.
      refs: { emailId: environment.identity.userId(email, 0), ...(applicationId === null ? {} : { applicationId }) },
    });
    return `${path}?token=${token}`;
  }

  return [
    {
      name: REQUESTED_EMAIL,
      mail: 'Sent by staff',
      async deliveriesFor(event, now) {
        if (event.type !== 'EmailRequested') return [];
        const { templateId, sendAt } = (event as EmailRequest).data;
        const delayMs = sendAt === null ? 0 : Math.max(0, Date.parse(sendAt) - now);
        const { organizationId } = event.metadata;
        return [{ lane: hasLink(templateId) ? 'mail' : await ownLane(organizationId), delayMs }];
      },
      settle: async (entry) => settle(entry, (await requestOf(environment, entry)).template),
      async carryOut(entry, signal) {
        const { templateId, templateVersion, text } = await requestOf(environment, entry);
        const lane = hasLink(templateId) ? 'mail' : await ownLane(entry.organizationId);
        if (lane !== entry.lane) return { kind: 'move', lane };
        const [about, template] = await Promise.all([
          aboutApplication(environment, entry),
          templateId === NO_TEMPLATE
            ? WITHOUT_TEMPLATE
            : loadTemplate(environment, templateId, templateVersion).then((found) => found?.details),
        ]);
        if (!about) return ERASED;
        if (!template) return drop('The template no longer exists.');
        const details = { ...template, ...text };
        const action = hasLink(templateId) ? CONFIRM_APPLICATION : null;
        const actionPath = action && (await pathOf(action, entry.stream, about));
        const isForeign = action !== null && (await isOfOthers(about));
        return sendEmail({ ...about, id: entry._id, template: details, actionPath, isForeign }, signal);
      },
    },
    {
      name: 'applicationReceived',
      mail: BUILT_IN_TEMPLATES.applicationReceived.name,
      deliveriesFor: ({ type }) => (type === 'ApplicationSubmitted' ? [{ lane: 'mail' }] : []),
      settle: (entry) => settle(entry, BUILT_IN_TEMPLATES.applicationReceived.name),
      async carryOut(entry, signal) {
        const about = await aboutApplication(environment, entry);
        if (!about) return ERASED;
        const isForeign = await isOfOthers(about);
        return send(entry, 'applicationReceived', CONFIRM_APPLICATION, { ...about, isForeign }, signal);
      },
    },
    {
      name: 'interviewScheduled',
      mail: BUILT_IN_TEMPLATES.interviewScheduled.name,
      deliveriesFor: async ({ type, metadata }) =>
        type === 'InterviewScheduled' ? [{ lane: await ownLane(metadata.organizationId) }] : [],
      settle: (entry) => settle(entry, BUILT_IN_TEMPLATES.interviewScheduled.name),
      async carryOut(entry, signal) {
        const lane = await ownLane(entry.organizationId);
        if (lane !== entry.lane) return { kind: 'move', lane };
        const about = await aboutApplication(environment, entry);
        if (!about) return ERASED;
        if (await awaitsTime(about, entry)) {
          return { kind: 'retry', reason: TEXTS.mail.interviewTimeAwaited, fault: 'message' };
        }
        return send(entry, 'interviewScheduled', null, about, signal);
      },
    },
    {
      name: VERIFY_EMAIL,
      mail: BUILT_IN_TEMPLATES.verifyEmail.name,
      deliveriesFor: ({ type }) => (type === 'UserSignedUp' ? [{ lane: 'mail' }] : []),
      settle: (entry) => settle(entry, BUILT_IN_TEMPLATES.verifyEmail.name),
      async carryOut(entry, signal) {
        const { state } = await load(environment, user, idOf(entry.stream));
        if (!state.exists || state.email === null) return ERASED;
        if (state.isEmailVerified) return drop('The address is already confirmed.');
        // Those that people ask for have been counted; the sign-up’s own is no reason to refuse the sign-up.
        if (entry.revision !== NO_STREAM && entry.tries === 0) {
          const room = { amount: 1, limit: QUOTAS.account.verificationsPerDay };
          const isWithin = await usageOf(environment).takeToday(verificationsTo(environment, state.email), room);
          if (!isWithin) return drop('This address has already received the most emails that we send in a day.');
        }
        const about = await aboutAccount(entry.organizationId, state.email);
        return send(entry, 'verifyEmail', CONFIRM_ACCOUNT, about, signal);
      },
    },
    {
      name: PASSWORD_RESET_EMAIL,
      mail: BUILT_IN_TEMPLATES.passwordReset.name,
      deliveriesFor: () => [],
      settle: (entry) => settle(entry, BUILT_IN_TEMPLATES.passwordReset.name),
      async carryOut(entry, signal) {
        const { state } = await load(environment, user, idOf(entry.stream));
        if (!state.exists || state.email === null) return drop('The account does not exist.');
        const about = await aboutAccount(entry.organizationId, state.email);
        return send(entry, 'passwordReset', RESET_PASSWORD, about, signal);
      },
    },
  ];
}

type EmailRequest = EventOf<typeof EmailRequested>;

/** Only the portal sends a link that proves an address. */
const hasLink = (templateId: string): boolean => readBuiltInTemplateId(templateId)?.key === 'applicationReceived';

export async function recordOutcome(
  environment: Pick<Environment, 'log' | 'now'>,
  entry: OutboxEntry,
  template: string,
): Promise<void> {
  const command = {
    type: 'RecordEmailOutcome',
    data: { outboxId: entry._id, template, failure: entry.reason },
  } as const;
  const context = reactionContext(environment, entry, `record the outcome ${entry.retryId ?? ''}`.trim());
  const id = idOf(entry.stream);
  const recorded =
    categoryOf(entry.stream) === user.category
      ? await handle(environment, user, id, [command], context)
      : await handle(environment, application, id, [command], context);
  if (!recorded.ok && recorded.rejection.code === 'conflict') throw new Error(recorded.rejection.message);
}

async function requestOf(
  environment: Pick<Environment, 'log'>,
  entry: OutboxEntry,
): Promise<EmailRequest['data'] & { readonly text: { readonly subject: string; readonly body: string } | null }> {
  const { events } = await load(environment, application, idOf(entry.stream));
  const event = events.find(({ id }) => id === entry.eventId);
  if (event?.type !== 'EmailRequested') throw new Error(`${entry._id} follows from no request`);
  const { requestId } = event.data;
  const written = events.find((one) => one.type === 'EmailTextWritten' && one.data.requestId === requestId);
  return { ...event.data, text: written?.type === 'EmailTextWritten' ? written.personal : null };
}

type AboutApplication = Pick<Application, 'organizationId' | 'values' | 'calendlyEventUri'> & {
  readonly email: string;
  readonly applicationId: string;
  /** Null while no interview is scheduled, or its time is not known. */
  readonly interview: InterviewToAttend | null;
  readonly received: ReceivedApplication;
};

/** Undefined once the person is erased. */
export async function aboutApplication(
  environment: Pick<Environment, 'log'>,
  { stream }: Pick<OutboxEntry, 'stream'>,
): Promise<AboutApplication | undefined> {
  const applicationId = idOf(stream);
  const { state, events } = await load(environment, application, applicationId);
  if (state.kind !== 'application' || state.email === null) return undefined;
  const { organizationId, email, values, calendlyEventUri, batchId, trackingNumber: reference } = state;
  const { state: program } = await load(environment, batch, batchId);
  const received = { program: program.details.name, reference };
  const interview = toAttend(events.reduce(interviewAfter, undefined as Interview | undefined));
  return { organizationId, email, values, applicationId, calendlyEventUri, interview, received };
}

function toAttend(interview: Interview | undefined): InterviewToAttend | null {
  if (!interview?.isTimeKnown || interview.startsAt === null) return null;
  const { startsAt, endsAt, joinUrl, sequence, changedAt } = interview;
  return { startsAt, endsAt, joinUrl, sequence, changedAt };
}
