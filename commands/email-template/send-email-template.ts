import { application } from '../../domain/application/application.ts';
import type { ApplicationEvent } from '../../domain/application/events.ts';
import type { ApplicationState } from '../../domain/application/state.ts';
import { BUILT_IN_TEMPLATES } from '../../domain/email-template/built-in-templates.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { CommandContext } from '../context/context.ts';
import { uuidV5 } from '../context/identity.ts';
import { type LoadedTemplate, loadTemplate } from '../email/template-text.ts';
import type { Environment } from '../handling/environment.ts';
import { type Handled, handle, load } from '../handling/handle.ts';

export interface SendEmailTemplate {
  readonly templateId: string;
  readonly applicationId: string;
  readonly sendAt?: string;
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
  { templateId, applicationId, sendAt }: SendEmailTemplate,
  context: CommandContext,
): Promise<Result<RequestedEmail>> {
  const { state } = await load(environment, application, applicationId);
  if (state.kind !== 'application') return reject('not-found', TEXTS.access.notFound);
  const found = await findSendable(environment, templateId, state.organizationId);
  if (!found.ok) return found;
  const { version: templateVersion, details } = found.value;
  const { name: template } = details;
  const requestId = requestIdOf(context, applicationId);
  const data = { requestId, templateId, templateVersion, template, sendAt: sendAt ?? null };
  const requested = await handle(environment, application, applicationId, [{ type: 'RequestEmail', data }], {
    ...context,
    organizationId: state.organizationId,
  });
  return requested.ok ? accept({ ...requested.value, requestId, template, email: state.email ?? '' }) : requested;
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
  if (builtIn === null || BUILT_IN_TEMPLATES[builtIn].isAboutApplication) return accept(template);
  const message = TEXTS.emailTemplates.notByHand(name);
  return reject('refused', message, [{ field: 'templateId', message }]);
}
