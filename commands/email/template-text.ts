import { builtInTemplateId, readBuiltInTemplateId } from '../../domain/email-template/built-in-id.ts';
import type { BuiltInTemplateKey } from '../../domain/email-template/built-in-templates.ts';
import { builtInDetails, emailTemplate } from '../../domain/email-template/email-template.ts';
import type { EmailContent, EmailTemplateDetails } from '../../domain/email-template/events.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Environment } from '../handling/environment.ts';
import { load } from '../handling/handle.ts';

export async function loadBuiltInText(
  environment: Pick<Environment, 'log'>,
  organizationId: string | null,
  key: BuiltInTemplateKey,
): Promise<EmailTemplateDetails> {
  if (organizationId === null) return builtInDetails(key);
  const { state } = await load(environment, emailTemplate, builtInTemplateId(organizationId, key));
  return state.kind === 'document' ? state.details : builtInDetails(key);
}

/** In place of a template's id. */
export const NO_TEMPLATE = '';
export const WITHOUT_TEMPLATE: EmailContent = {
  builtIn: null,
  name: TEXTS.emailTemplates.withoutTemplate,
  subject: '',
  body: '',
  attachments: [],
};

export interface LoadedTemplate {
  readonly organizationId: string;
  readonly version: number;
  readonly details: EmailTemplateDetails;
}

export async function loadTemplate(
  environment: Pick<Environment, 'log'>,
  id: string,
  version = Number.POSITIVE_INFINITY,
): Promise<LoadedTemplate | undefined> {
  const { state, revision } = await load(environment, emailTemplate, id, version);
  if (state.kind === 'document') return { ...state, version: revision };
  const own = state.kind === 'nothing' ? readBuiltInTemplateId(id) : undefined;
  return own && { organizationId: own.organizationId, version: 0, details: builtInDetails(own.key) };
}
