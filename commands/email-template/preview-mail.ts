import { application } from '../../domain/application/application.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import type { FileReference } from '../../domain/file/file-reference.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Environment } from '../handling/environment.ts';
import { load } from '../handling/handle.ts';
import type { PreviewEmail } from '../mail/outgoing-email.ts';
import type { RenderedMail } from '../mail/render-template.ts';
import { findSendable, type SendEmailTemplate } from './send-email-template.ts';

export interface PreviewedMail extends RenderedMail {
  readonly to: string;
  readonly template: string;
  readonly attachments: FileReference[];
}

export async function previewMail(
  environment: Pick<Environment, 'log'>,
  previewEmail: PreviewEmail,
  { templateId, applicationId }: Pick<SendEmailTemplate, 'templateId' | 'applicationId'>,
): Promise<Result<PreviewedMail>> {
  const { state } = await load(environment, application, applicationId);
  if (state.kind !== 'application') return reject('not-found', TEXTS.access.notFound);
  const found = await findSendable(environment, templateId, state.organizationId);
  if (!found.ok) return found;
  const { organizationId, email, values } = state;
  if (email === null) return reject('refused', TEXTS.applications.erased);
  const { details: template } = found.value;
  const rendered = await previewEmail({ template, organizationId, email, values, applicationId });
  return accept({ ...rendered, to: email, template: template.name, attachments: template.attachments });
}
