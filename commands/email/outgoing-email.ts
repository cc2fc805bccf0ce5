import type { FieldValues } from '../../domain/application/events.ts';
import { type InterviewToAttend, interviewCalendar } from '../../domain/calendar/interview-calendar.ts';
import { type ActionWords, BUILT_IN_TEMPLATES } from '../../domain/email-template/built-in-templates.ts';
import { builtInDetails } from '../../domain/email-template/email-template.ts';
import type { EmailContent } from '../../domain/email-template/events.ts';
import type { FileReference } from '../../domain/file/file-reference.ts';
import { servedDomain } from '../../domain/organization/domain-proof.ts';
import { organization } from '../../domain/organization/organization.ts';
import { asValue, withoutLinks } from '../../domain/text/inserted-text.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { pagePath } from '../../domain/values/pages.ts';
import type { FileStore } from '../file-store/port.ts';
import { isFileId } from '../file-store/stored-file.ts';
import type { Environment } from '../handling/environment.ts';
import { load } from '../handling/handle.ts';
import type { Sent } from '../outbox/reaction.ts';
import { type Attachment, EmailDelayed, EmailRefused } from './mailer.ts';
import { type EmailAction, type EmailDetail, type RenderedEmail, renderTemplate } from './render-template.ts';
import type { SenderFor } from './sender.ts';

/** Determines the organization's web address. */
export interface Addressed {
  readonly _id: string;
  readonly slug: string;
  readonly subdomain: string | null;
  readonly servedDomain: string | null;
}

export interface OutgoingEmail {
  /** The outbox entry's id, which a repetition has again. */
  readonly id: string;
  readonly template: EmailContent;
  readonly organizationId: string | null;
  readonly email: string;
  readonly values: FieldValues;
  readonly applicationId: string | null;
  /**
   * The path of the action link, with its token, or null. The link proves an email or opens an account everywhere, so
   * only the portal's own mail service and domain carry it.
   */
  readonly actionPath: string | null;
  /** Of the link of an email without a template. */
  readonly action?: ActionWords;
  /** Lines of the portal below the text. */
  readonly details?: readonly EmailDetail[];
  /** True if the link's account does not belong to the organization: the email has the portal's text only. */
  readonly isForeign?: boolean;
  readonly isSample?: boolean;
  /** The address for unsubscribing, which the header names. */
  readonly unsubscribe?: string;
  /** Shown below the text of the template *Interview scheduled*, with a calendar file. */
  readonly interview?: InterviewToAttend | null;
  /** Shown below the text of the template *Application received*. */
  readonly received?: ReceivedApplication | null;
}

export interface ReceivedApplication {
  readonly program: string;
  readonly reference: number;
}

export interface EmailOptions {
  readonly environment: Pick<Environment, 'log'>;
  readonly files: Pick<FileStore, 'get'>;
  readonly senderFor: SenderFor;
  /** `organization` null: an address of the portal itself. */
  readonly linkTo: (organization: Addressed | null, path: string) => string;
}

/** `signal` aborts. Throws if a store is unavailable. */
export type SendEmail = (outgoing: OutgoingEmail, signal?: AbortSignal) => Promise<Sent>;

export function createSendEmail({ environment, files, senderFor, linkTo }: EmailOptions): SendEmail {
  return async (outgoing, signal) => {
    const { id, template, organizationId, email, values, unsubscribe } = outgoing;
    const own = await loadOwn(environment, organizationId);
    const isOwnWords = !outgoing.isForeign;
    const asked = { isByPortal: isByPortal(outgoing) };
    const { service, mailer, from, replyTo } = await senderFor(isOwnWords ? own : null, asked);
    const { host } = mailer;
    const attachments = await attachmentsOf(files, template.attachments);
    if ('missing' in attachments) {
      return { kind: 'retry', reason: TEXTS.mail.attachmentMissing(attachments.missing), fault: 'message' };
    }
    const content = contentOf(outgoing, { own, orgName: own?.details.name ?? from.name, linkTo });
    const names = [textOf(values.firstName), textOf(values.lastName)];
    try {
      const calendar = calendarOf(outgoing, { own, linkTo });
      const enclosed = [...(isOwnWords ? attachments.found : []), ...calendar];
      await mailer.send(
        { id, from, replyTo, to: email, names, ...content, attachments: enclosed, unsubscribe },
        signal,
      );
    } catch (error) {
      if (!(error instanceof EmailRefused || error instanceof EmailDelayed)) throw error;
      const { reason, code } = error;
      const handed = { service, host, code };
      if (error instanceof EmailRefused) return { kind: 'failed', reason, handed };
      return { kind: 'retry', reason, handed, ...(error.isOfMessage ? { fault: 'message' } : {}) };
    }
    return { kind: 'delivered', handed: { service, host, code: null } };
  };
}

/** Does not send; the link does nothing. */
export type PreviewEmail = (
  outgoing: Omit<OutgoingEmail, 'id' | 'isSample' | 'isForeign' | 'actionPath'>,
) => Promise<RenderedEmail>;

export const createPreviewEmail =
  ({
    environment,
    linkTo,
  }: { readonly environment: Pick<Environment, 'log'> } & Pick<EmailOptions, 'linkTo'>): PreviewEmail =>
  async (outgoing) => {
    const own = await loadOwn(environment, outgoing.organizationId);
    const sample = { ...outgoing, id: '', actionPath: '/', isSample: true };
    return contentOf(sample, { own, orgName: own?.details.name ?? '', linkTo });
  };

type Own = Awaited<ReturnType<typeof loadOwn>>;

async function loadOwn(environment: Pick<Environment, 'log'>, organizationId: string | null) {
  if (organizationId === null) return null;
  const { state } = await load(environment, organization, organizationId);
  return state.exists ? { ...state, _id: organizationId } : null;
}

const isByPortal = ({ actionPath, isSample = false }: OutgoingEmail): boolean => actionPath !== null && !isSample;

function contentOf(
  outgoing: OutgoingEmail,
  {
    own,
    orgName,
    linkTo,
  }: Pick<EmailOptions, 'linkTo'> & {
    readonly own: Own;
    readonly orgName: string;
  },
): RenderedEmail {
  const { email, values, applicationId, actionPath, isForeign = false } = outgoing;
  const { builtIn } = outgoing.template;
  const template = isForeign && builtIn !== null ? builtInDetails(builtIn) : outgoing.template;
  const site = own && { _id: own._id, ...own.details, servedDomain: isByPortal(outgoing) ? null : servedDomain(own) };
  const ownWords = builtIn === null ? outgoing.action : BUILT_IN_TEMPLATES[builtIn].action;
  const words = actionPath === null ? null : (ownWords ?? null);
  const action: EmailAction | null = words && { ...words, link: linkTo(site, actionPath ?? pagePath('home')) };
  const filled = {
    firstName: textOf(values.firstName) || 'there',
    lastName: textOf(values.lastName),
    email,
    orgName,
    applicationLink: linkTo(
      site,
      applicationId === null ? pagePath('home') : pagePath('application', { applicationId }),
    ),
  };
  return renderTemplate(template, filled, { action, details: detailsOf(outgoing, own?.details.timeZone ?? 'UTC') });
}

function detailsOf(outgoing: OutgoingEmail, timeZone: string): readonly EmailDetail[] {
  const interview = interviewIn(outgoing);
  if (interview) return interviewWords(interview, timeZone);
  const { template, received = null, isForeign = false, details = [] } = outgoing;
  if (template.builtIn !== 'applicationReceived' || received === null) return details;
  // A program's name is the school's own words.
  const program = isForeign ? [] : [line(TEXTS.mail.program(withoutLinks(asValue(received.program))))];
  return [...program, line(TEXTS.mail.reference(received.reference))];
}

const line = (words: string, link: string | null = null): EmailDetail => ({ words, link });

const interviewIn = ({ template, interview = null }: OutgoingEmail): InterviewToAttend | null =>
  template.builtIn === 'interviewScheduled' ? interview : null;

function interviewWords({ startsAt, joinUrl }: InterviewToAttend, timeZone: string): readonly EmailDetail[] {
  const format = new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  });
  return [
    line(TEXTS.mail.interviewTime(format.format(Date.parse(startsAt)), timeZone)),
    ...(joinUrl === null ? [] : [line(TEXTS.mail.interviewLink, joinUrl)]),
    line(TEXTS.mail.interviewAttached),
  ];
}

function calendarOf(
  outgoing: OutgoingEmail,
  { own, linkTo }: Pick<EmailOptions, 'linkTo'> & { readonly own: Own },
): readonly Attachment[] {
  const interview = interviewIn(outgoing);
  const { applicationId } = outgoing;
  if (!interview || applicationId === null || !own) return [];
  const site = { _id: own._id, ...own.details, servedDomain: servedDomain(own) };
  const entry = {
    ...interview,
    uid: `interview.${applicationId}@intake`,
    summary: TEXTS.mail.interviewInCalendar(own.details.name),
    description: TEXTS.mail.interviewAbout(linkTo(site, pagePath('application', { applicationId }))),
    isCancelled: false,
  };
  const content = interviewCalendar({ name: null, timeZone: null, entries: [entry] });
  return [{ fileName: 'interview.ics', content: Buffer.from(content) }];
}

async function attachmentsOf(
  files: Pick<FileStore, 'get'>,
  references: readonly FileReference[],
): Promise<{ readonly found: readonly Attachment[] } | { readonly missing: string }> {
  const found: Attachment[] = [];
  for (const { fileId, fileName } of references) {
    const content = isFileId(fileId) ? await files.get(fileId) : undefined;
    if (!content) return { missing: fileName };
    found.push({ fileName, content });
  }
  return { found };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
