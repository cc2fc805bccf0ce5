import type { ConfiguredState } from '../../domain/configuration/configured-document.ts';
import { readBuiltInTemplateId } from '../../domain/email-template/built-in-id.ts';
import { builtInDetails, emailTemplate } from '../../domain/email-template/email-template.ts';
import type { EmailTemplateDetails, EmailTemplateEvent } from '../../domain/email-template/events.ts';
import { decideAll } from '../../domain/event-sourcing/aggregate.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { CommandContext } from '../context/context.ts';
import { type ChangeDocument, changeDocument } from '../documents/change-document.ts';
import { NO_STREAM } from '../event-store/port.ts';
import type { Environment } from '../handling/environment.ts';
import { decisionContext, type Handled, handle, load } from '../handling/handle.ts';
import { EMAIL_TEMPLATES } from './email-template-kind.ts';

export type ChangedEmailTemplate = Handled<ConfiguredState<EmailTemplateDetails>, EmailTemplateEvent>;

/** The first change of a built-in text also stores the former one as version 0. Its name stays. */
export async function changeEmailTemplate(
  environment: Environment,
  { id, payload }: ChangeDocument,
  context: CommandContext,
): Promise<Result<ChangedEmailTemplate>> {
  const own = readBuiltInTemplateId(id);
  if (!own) return changeDocument(environment, EMAIL_TEMPLATES, { id, payload }, context);
  const { name: _locked, ...unlocked } = payload;
  const { revision } = await load(environment, emailTemplate, id);
  if (revision !== NO_STREAM) return changeDocument(environment, EMAIL_TEMPLATES, { id, payload: unlocked }, context);

  if ((payload.version ?? 0) > 0) {
    const message = TEXTS.documents.versionUnknown;
    return reject('malformed', message, [{ field: 'version', message }]);
  }
  const create = {
    type: 'Create',
    data: { organizationId: own.organizationId, details: builtInDetails(own.key) },
  } as const;
  const { builtIn: _builtIn, version: _version, ...changes } = unlocked;
  const wanted = [create, { type: 'Change', data: { changes } }] as const;
  const decided = decideAll(emailTemplate, wanted, emailTemplate.initial, decisionContext(context, undefined));
  if (!decided.ok) return decided;
  const { state, events } = decided.value;
  if (events.length === 1) return accept({ id, state, events: [], revision: 0, position: 0n, appended: [] });
  return handle(
    environment,
    emailTemplate,
    id,
    (loaded) => (loaded.revision === NO_STREAM ? accept(wanted) : reject('conflict', TEXTS.documents.busy)),
    context,
  );
}
