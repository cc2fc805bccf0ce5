import { application } from '../../domain/application/application.ts';
import { BUILT_IN_TEMPLATES, type BuiltInTemplateKey } from '../../domain/email-template/built-in-templates.ts';
import type { EmailContent } from '../../domain/email-template/events.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { streamOf } from '../../domain/event-sourcing/streams.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { PreviewEmail } from '../email/outgoing-email.ts';
import { loadBuiltInText, loadTemplate, NO_TEMPLATE, WITHOUT_TEMPLATE } from '../email/template-text.ts';
import type { Environment } from '../handling/environment.ts';
import { load } from '../handling/handle.ts';
import { aboutApplication, REQUESTED_EMAIL, templateOfReaction } from '../reactions/email-reactions.ts';
import type { PreviewedEmail } from './preview-template.ts';

/** With the words of its template when it was sent, or today's if it has not been, and the applicant's values as they are now. */
export async function previewMessage(
  environment: Pick<Environment, 'log'>,
  previewEmail: PreviewEmail,
  { applicationId, messageId }: { readonly applicationId: string; readonly messageId: string },
): Promise<Result<PreviewedEmail>> {
  const about = await aboutApplication(environment, { stream: streamOf(application.category, applicationId) });
  if (!about) return reject('refused', TEXTS.applications.erased);
  const template = await templateOf(environment, { ...about, messageId });
  if (!template) return reject('not-found', TEXTS.access.notFound);
  const rendered = await previewEmail({ ...about, template });
  return accept({ ...rendered, to: about.email, template: template.name, attachments: template.attachments });
}

async function templateOf(
  environment: Pick<Environment, 'log'>,
  about: { readonly applicationId: string; readonly organizationId: string; readonly messageId: string },
): Promise<EmailContent | undefined> {
  const { applicationId, organizationId, messageId } = about;
  const { events } = await load(environment, application, applicationId);
  const event = events.find(({ id }) => messageId.startsWith(`${id}:`));
  const reaction = event && messageId.slice(event.id.length + 1);
  if (reaction === REQUESTED_EMAIL && event?.type === 'EmailRequested') {
    const { requestId, templateId, templateVersion } = event.data;
    const template =
      templateId === NO_TEMPLATE
        ? WITHOUT_TEMPLATE
        : (await loadTemplate(environment, templateId, templateVersion))?.details;
    const written = events.find((one) => one.type === 'EmailTextWritten' && one.data.requestId === requestId);
    return template && { ...template, ...(written?.type === 'EmailTextWritten' ? written.personal : {}) };
  }
  const isByPortal = reaction !== undefined && templateOfReaction(reaction) !== undefined && isBuiltIn(reaction);
  const sent = events.findLast((one) => one.type === 'EmailDelivered' && one.data.outboxId === messageId);
  return isByPortal ? loadBuiltInText(environment, organizationId, reaction, sent?.position) : undefined;
}

const isBuiltIn = (key: string): key is BuiltInTemplateKey => key in BUILT_IN_TEMPLATES;
