import { application } from '../../domain/application/application.ts';
import type { ApplicationEvent } from '../../domain/application/events.ts';
import type { ApplicationState } from '../../domain/application/state.ts';
import { EMAIL_TEMPLATE_RULES, errorsOfWords, isSentByHand } from '../../domain/email-template/details.ts';
import type { EmailContent } from '../../domain/email-template/events.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { bytesOf, inBytes, QUOTAS } from '../../domain/limits/quotas.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { CommandContext } from '../context/context.ts';
import { uuidV5 } from '../context/identity.ts';
import { type LoadedTemplate, loadTemplate, NO_TEMPLATE, WITHOUT_TEMPLATE } from '../email/template-text.ts';
import type { Environment } from '../handling/environment.ts';
import { type Handled, handle, load } from '../handling/handle.ts';

export interface SendEmailTemplate {
  /** Absent for an email without a template. */
  readonly templateId?: string | undefined;
  readonly applicationId: string;
  readonly sendAt?: string;
  /** Replaces the template's. */
  readonly subject?: string | undefined;
  readonly body?: string | undefined;
}

export interface RequestedEmail extends Handled<ApplicationState, ApplicationEvent> {
  readonly requestId: string;
  readonly template: string;
  readonly email: string;
}

/**
 * In the current text of the template; moves a NEW application to INFORMATION SENT in one append. A reaction sends the
 * email.
 */
export async function sendEmailTemplate(
  environment: Environment,
  { templateId, applicationId, sendAt, ...words }: SendEmailTemplate,
  context: CommandContext,
): Promise<Result<RequestedEmail>> {
  const { state, events } = await load(environment, application, applicationId);
  if (state.kind !== 'application') return reject('not-found', TEXTS.access.notFound);
  const found =
    templateId === undefined
      ? accept({ version: 0, details: WITHOUT_TEMPLATE })
      : await findSendable(environment, templateId, state.organizationId);
  if (!found.ok) return found;
  const { version: templateVersion, details } = found.value;
  const { name: template } = details;
  const text = writtenText(details, words);
  const refusal = text && (refusalOfText(details, text) ?? refusalOfBytes(events, text));
  if (refusal) return refusal;
  const requestId = requestIdOf(context, applicationId);
  const data = {
    requestId,
    templateId: templateId ?? NO_TEMPLATE,
    templateVersion,
    template,
    sendAt: sendAt ?? null,
    ...(text ? { text } : {}),
  };
  const requested = await handle(environment, application, applicationId, [{ type: 'RequestEmail', data }], {
    ...context,
    organizationId: state.organizationId,
  });
  return requested.ok
    ? accept({
        ...requested.value,
        requestId,
        template: templateId === undefined ? (text?.subject ?? '') : template,
        email: state.email ?? '',
      })
    : requested;
}

interface EmailText {
  readonly subject: string;
  readonly body: string;
}

/** Null for the template's own. */
function writtenText(
  details: EmailContent,
  { subject = details.subject, body = details.body }: Partial<{ [Word in keyof EmailText]: string | undefined }>,
): EmailText | null {
  const isTemplates = details !== WITHOUT_TEMPLATE && subject === details.subject && body === details.body;
  return isTemplates ? null : { subject: subject.trim(), body };
}

function refusalOfText(details: EmailContent, text: EmailText): Result<never> | null {
  const ruled = (['subject', 'body'] as const).flatMap((field) => {
    const read = EMAIL_TEMPLATE_RULES[field](text[field]);
    return 'message' in read ? [{ field, message: read.message }] : [];
  });
  const errors = [...ruled, ...errorsOfWords({ ...details, ...text }).filter(({ field }) => field !== 'name')];
  return errors[0] ? reject('refused', errors[0].message, errors) : null;
}

function refusalOfBytes(events: readonly ApplicationEvent[], { subject, body }: EmailText): Result<never> | null {
  const limit = QUOTAS.application.writtenEmailsBytes;
  const bytes = events.reduce(
    (sum, event) => (event.type === 'EmailTextWritten' ? sum + bytesOf(event.personal) : sum),
    bytesOf({ subject, body }),
  );
  return bytes > limit ? reject('refused', TEXTS.quotas.writtenEmails(inBytes(limit))) : null;
}

export const requestIdOf = ({ commandId }: CommandContext, applicationId: string): string =>
  uuidV5(commandId, 'email', applicationId);

export async function findSendable(
  environment: Pick<Environment, 'log'>,
  templateId: string,
  organizationId: string,
): Promise<Result<LoadedTemplate>> {
  const template = await loadTemplate(environment, templateId);
  if (template?.organizationId !== organizationId) return reject('not-found', TEXTS.access.notFound);
  const { builtIn, name } = template.details;
  if (isSentByHand(builtIn)) return accept(template);
  const message = TEXTS.emailTemplates.notByHand(name);
  return reject('refused', message, [{ field: 'templateId', message }]);
}
