import { countEmails } from '../../commands/email/count-emails.ts';
import { releaseResend, reserveResend } from '../../commands/email-template/email-limits.ts';
import { previewMessage } from '../../commands/email-template/preview-message.ts';
import { SENDING_TEST, sendTestEmail } from '../../commands/email-template/send-test-email.ts';
import { accept, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { findOrganization } from '../http/current-organization.ts';
import { noteUnsent, type Route, route } from '../http/route.ts';
import { settle } from '../http/settle.ts';
import { messagesView } from '../views/messages-view.ts';
import { applicationTarget } from './applications.ts';

export function messageRoutes(services: Services): readonly Route[] {
  const { environment, engine, reactions, readModels, sendEmail, previewEmail, stopping } = services;
  const messagesOf = (id: string) => messagesView(id, { ...environment, readModels });
  return [
    route(ENDPOINTS.listMessages, {
      target: ({ params, context }) => applicationTarget(services, params.id, context),
      handle: async ({ params: { id } }) => accept(await messagesOf(id)),
    }),
    route(ENDPOINTS.getMessage, {
      target: ({ params, context }) => applicationTarget(services, params.id, context),
      handle: ({ params: { id, messageId } }) =>
        previewMessage(environment, previewEmail, { applicationId: id, messageId }),
    }),
    route(ENDPOINTS.sendMessageAgain, {
      target: ({ params, context }) => applicationTarget(services, params.id, context),
      input: ({ params: { messageId } }) => ({ messageId }),
      emails: ({ context: { actor } }) => countEmails(environment, actor, 1),
      async handle({ params: { id, messageId }, response, target: { organizationId }, command }) {
        noteUnsent(response, 1);
        const message = (await messagesOf(id)).find(({ _id }) => _id === messageId);
        if (!message) return reject('not-found', TEXTS.access.notFound);
        if (!message.canSendAgain) return accept(message);
        const counted = { messageId, organizationId: organizationId as string };
        const refusal = await reserveResend(environment, counted);
        if (refusal) return refusal;
        const retried = await reactions.retryEmail(messageId, command);
        // Another request was first, such as that of a double click.
        const isRequested = retried.ok && (retried.value.recorded?.appended.length ?? 0) > 0;
        if (!isRequested) await releaseResend(environment, counted);
        if (!retried.ok) return retried;
        if (isRequested) noteUnsent(response, 0);
        if (retried.value.recorded) await settle(engine, response, retried.value.recorded);
        const fresh = (await messagesOf(id)).find(({ _id }) => _id === messageId);
        return accept(fresh ?? message);
      },
    }),
    route(ENDPOINTS.testMail, {
      async target({ params }) {
        const found = await findOrganization(readModels.organizations, params.id as string);
        return found && { organizationId: found._id, isPublic: true };
      },
      handle: async ({ context: { requestId, user }, target: { organizationId } }) =>
        sendTestEmail(
          environment,
          sendEmail,
          {
            id: `test.${requestId}`,
            organizationId: organizationId as string,
            template: SENDING_TEST,
            recipient: user,
          },
          stopping,
        ),
    }),
  ];
}
