import type { FieldValues } from '../../domain/application/events.ts';
import { BUILT_IN_TEMPLATES } from '../../domain/email-template/built-in-templates.ts';
import { builtInDetails } from '../../domain/email-template/email-template.ts';
import type { EmailTemplateDetails } from '../../domain/email-template/events.ts';
import type { FileReference } from '../../domain/file/file-reference.ts';
import { servedDomain } from '../../domain/organization/domain-proof.ts';
import { organization } from '../../domain/organization/organization.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { pagePath } from '../../domain/values/pages.ts';
import type { FileStore } from '../file-store/port.ts';
import { isFileId } from '../file-store/stored-file.ts';
import type { Environment } from '../handling/environment.ts';
import { load } from '../handling/handle.ts';
import type { Sent } from '../outbox/reaction.ts';
import { type Attachment, MailDelayed, MailRefused } from './mailer.ts';
import { type MailAction, type RenderedMail, renderTemplate } from './render-template.ts';
import type { SenderFor } from './sender.ts';

/** The parts of an organization that determine its web address. */
export interface Addressed {
  readonly _id: string;
  readonly slug: string;
  readonly subdomain: string | null;
  /** Its own domain, proven. */
  readonly servedDomain: string | null;
}

/** An email before rendering: recipient, template and values. */
export interface Letter {
  /** The outbox entry's id, the same for a repetition. */
  readonly id: string;
  readonly template: EmailTemplateDetails;
  readonly organizationId: string | null;
  readonly email: string;
  /** The source of the names. */
  readonly values: FieldValues;
  readonly applicationId: string | null;
  /**
   * The path of the action link, with its token; null for an email without one. The link proves an email or opens an
   * account at all organizations, so it never passes through the organization's own mail service or domain.
   */
  readonly actionPath: string | null;
  /** True if the account of the link does not belong to the organization: the email has the portal's text only. */
  readonly isForeign?: boolean;
  /** A test by staff: the link does nothing. */
  readonly isSample?: boolean;
}

export interface LetterOptions {
  readonly environment: Pick<Environment, 'log'>;
  readonly files: Pick<FileStore, 'get'>;
  readonly senderFor: SenderFor;
  /** The whole address of a path on the organization's site; null: on the portal's own. */
  readonly linkTo: (organization: Addressed | null, path: string) => string;
}

/** Renders and sends a letter at once; `signal` aborts. Throws if a store is unavailable. */
export type SendLetter = (letter: Letter, signal?: AbortSignal) => Promise<Sent>;

export function createLetters({ environment, files, senderFor, linkTo }: LetterOptions): SendLetter {
  return async (letter, signal) => {
    const { id, template, organizationId, email, values } = letter;
    const own = await loadOwn(environment, organizationId);
    const isOwnWords = !letter.isForeign;
    const asked = { isByPortal: isByPortal(letter) };
    const { service, mailer, from, replyTo } = await senderFor(isOwnWords ? own : null, asked);
    const { host } = mailer;
    const attachments = await attachmentsOf(files, template.attachments);
    if ('missing' in attachments) {
      return { kind: 'retry', reason: TEXTS.mail.attachmentMissing(attachments.missing), fault: 'message' };
    }
    const content = contentOf(letter, { own, orgName: own?.details.name ?? from.name, linkTo });
    const names = [textOf(values.firstName), textOf(values.lastName)];
    try {
      const enclosed = isOwnWords ? attachments.found : [];
      await mailer.send({ id, from, replyTo, to: email, names, ...content, attachments: enclosed }, signal);
    } catch (error) {
      if (!(error instanceof MailRefused || error instanceof MailDelayed)) throw error;
      const { reason, code } = error;
      const handed = { service, host, code };
      if (error instanceof MailRefused) return { kind: 'failed', reason, handed };
      return { kind: 'retry', reason, handed, ...(error.isOfMessage ? { fault: 'message' } : {}) };
    }
    return { kind: 'delivered', handed: { service, host, code: null } };
  };
}

/** Renders a letter without sending it; its link does nothing. */
export type PreviewLetter = (
  letter: Omit<Letter, 'id' | 'isSample' | 'isForeign' | 'actionPath'>,
) => Promise<RenderedMail>;

export const createPreviews =
  ({ environment, linkTo }: Pick<LetterOptions, 'environment' | 'linkTo'>): PreviewLetter =>
  async (letter) => {
    const own = await loadOwn(environment, letter.organizationId);
    const sample = { ...letter, id: '', actionPath: '/', isSample: true };
    return contentOf(sample, { own, orgName: own?.details.name ?? '', linkTo });
  };

async function loadOwn(environment: Pick<Environment, 'log'>, organizationId: string | null) {
  if (organizationId === null) return null;
  const { state } = await load(environment, organization, organizationId);
  return state.exists ? { ...state, _id: organizationId } : null;
}

const isByPortal = ({ actionPath, isSample = false }: Letter): boolean => actionPath !== null && !isSample;

function contentOf(
  letter: Letter,
  {
    own,
    orgName,
    linkTo,
  }: Pick<LetterOptions, 'linkTo'> & {
    readonly own: Awaited<ReturnType<typeof loadOwn>>;
    readonly orgName: string;
  },
): RenderedMail {
  const { email, values, applicationId, actionPath, isForeign = false } = letter;
  const { builtIn } = letter.template;
  const template = isForeign && builtIn !== null ? builtInDetails(builtIn) : letter.template;
  const site = own && { _id: own._id, ...own.details, servedDomain: isByPortal(letter) ? null : servedDomain(own) };
  const words = builtIn === null || actionPath === null ? null : BUILT_IN_TEMPLATES[builtIn].action;
  const action: MailAction | null = words && { ...words, link: linkTo(site, actionPath ?? pagePath('home')) };
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
  return renderTemplate(template, filled, action);
}

/** All attachments, or the name of a missing one: an incomplete email is not sent. */
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
