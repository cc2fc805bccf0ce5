import { readBuiltInTemplateId } from '../../domain/email-template/built-in-id.ts';
import { BUILT_IN_TEMPLATES } from '../../domain/email-template/built-in-templates.ts';
import { type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { CommandContext } from '../context/context.ts';
import { deleteDocument } from '../documents/delete-document.ts';
import type { Environment } from '../handling/environment.ts';
import type { ChangedEmailTemplate } from './change-email-template.ts';
import { EMAIL_TEMPLATES } from './email-template-kind.ts';

/** Built-in texts cannot be deleted, even if they have no stream yet. */
export async function deleteEmailTemplate(
  environment: Environment,
  { id }: { readonly id: string },
  context: CommandContext,
): Promise<Result<ChangedEmailTemplate>> {
  const own = readBuiltInTemplateId(id);
  if (own) return reject('refused', TEXTS.emailTemplates.cannotDelete(BUILT_IN_TEMPLATES[own.key].name));
  return deleteDocument(environment, EMAIL_TEMPLATES, { id }, context);
}
