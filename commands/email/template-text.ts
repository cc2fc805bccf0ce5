import { builtInTemplateId, readBuiltInTemplateId } from '../../domain/email-template/built-in-id.ts';
import type { BuiltInTemplateKey } from '../../domain/email-template/built-in-templates.ts';
import { builtInDetails, emailTemplate } from '../../domain/email-template/email-template.ts';
import type { EmailContent, EmailTemplateDetails } from '../../domain/email-template/events.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Environment } from '../handling/environment.ts';
import { load } from '../handling/handle.ts';

/** `before`: as it was at that position. */
export async function loadBuiltInText(
  environment: Pick<Environment, 'log'>,
  organizationId: string | null,
  key: BuiltInTemplateKey,
  before?: bigint,
): Promise<EmailTemplateDetails> {
  if (organizationId === null) return builtInDetails(key);
  const { events } = await load(environment, emailTemplate, builtInTemplateId(organizationId, key));
  const state = events
    .filter(({ position }) => before === undefined || position < before)
    .reduce(emailTemplate.evolve, emailTemplate.initial);
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
