import { countEmails } from '../../commands/email/count-emails.ts';
import { changeEmailTemplate } from '../../commands/email-template/change-email-template.ts';
import { deleteEmailTemplate } from '../../commands/email-template/delete-email-template.ts';
import { previewTemplate } from '../../commands/email-template/preview-template.ts';
import { sendEmailTemplate } from '../../commands/email-template/send-email-template.ts';
import { sendTestEmail } from '../../commands/email-template/send-test-email.ts';
import { lookUpFiles } from '../../commands/file/referred-files.ts';
import { accept, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { type Route, route, type UncheckedRequestWithBody } from '../http/route.ts';
import { withUnchanged } from '../kinds/built-in-templates.ts';
import { KINDS } from '../kinds/kinds.ts';
import { emailTemplateView } from '../views/email-template-view.ts';
import { documentsOf } from '../views/past-lists.ts';
import { applicationInBody } from './applications.ts';
import { configuredRoutes, configuredTarget } from './configured-routes.ts';

export function emailTemplateRoutes(services: Services): readonly Route[] {
  const { environment, readModels, sendEmail, previewEmail, stopping } = services;
  const { emailTemplates, organizations } = readModels;
  const target = configuredTarget(emailTemplates);

  /** People who may send emails there learn what was wrong with the request. */
  const ofApplicant = async (unchecked: UncheckedRequestWithBody) => {
    const found = await applicationInBody(services)(unchecked);
    const isNamed = found?.organizationId !== undefined;
    return found && !isNamed ? { ...found, organizationId: unchecked.context.organization?._id ?? null } : found;
  };

  return [
    route(ENDPOINTS.listEmailTemplates, {
      async handle({ past, target: { organizationId } }) {
        if (!organizationId) return accept([]);
        if (past && !(await organizations.asOf(organizationId, past.position))) return accept([]);
        const wanted = { organizationId, removal: 'EmailTemplateDeleted' };
        const documents = await documentsOf(emailTemplates, wanted, past, readModels);
        return accept(withUnchanged(documents, organizationId).map(emailTemplateView));
      },
    }),
    route(ENDPOINTS.getEmailTemplate, {
      target,
      async handle({ query: { version }, asOf, target: { document } }) {
        const past = version === undefined ? asOf : Number(version);
        const shown = past === undefined ? document : await emailTemplates.asOf(document._id, past);
        return shown ? accept(emailTemplateView(shown)) : reject('not-found', TEXTS.access.notFound);
      },
    }),
    ...configuredRoutes(services, {
      kind: KINDS.emailTemplates,
      readModel: emailTemplates,
      create: ENDPOINTS.createEmailTemplate,
      change: ENDPOINTS.changeEmailTemplate,
      versions: ENDPOINTS.emailTemplateVersions,
      restore: ENDPOINTS.restoreEmailTemplate,
      remove: ENDPOINTS.deleteEmailTemplate,
      commands: {
        change: (input, command) => changeEmailTemplate(environment, input, command),
        remove: (input, command) => deleteEmailTemplate(environment, input, command),
      },
      async prepare(body, { organizationId, document }) {
        const files = await lookUpFiles(environment, body);
        const named = files.named(body);
        const id = document?._id ?? 'new';
        const checked = files.check(named, { organizationId, target: 'emailTemplate', id, holds: document ?? {} });
        return checked.ok ? accept(named) : checked;
      },
      view: emailTemplateView,
      deleted: TEXTS.emailTemplates.deleted,
    }),
    route(ENDPOINTS.testEmailTemplate, {
      target,
      handle: async ({ context: { requestId, user }, target: { document } }) =>
        sendTestEmail(
          environment,
          sendEmail,
          {
            id: `test.${requestId}`,
            organizationId: document.organizationId,
            template: document,
            recipient: user,
          },
          stopping,
        ),
    }),
    route(ENDPOINTS.previewEmailTemplate, {
      targetInBody: ofApplicant,
      handle: ({ body, context: { user }, target: { organizationId } }) =>
        previewTemplate(environment, previewEmail, {
          ...body,
          organizationId: organizationId ?? null,
          sampleEmail: user?.email ?? '',
        }),
    }),
    route(ENDPOINTS.sendEmailTemplate, {
      targetInBody: ofApplicant,
      emails: ({ context: { actor } }) => countEmails(environment, actor, 1),
      decide: ({ body, command }) => sendEmailTemplate(environment, body, command),
      view: ({ template, email }) => ({ message: TEXTS.applications.emailSent(template, email) }),
    }),
  ];
}
