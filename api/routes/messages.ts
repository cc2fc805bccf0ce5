import { SENDING_TEST, sendTestMail } from '../../commands/email-template/send-test-mail.ts';
import { accept } from '../../domain/decision.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { findOrganization } from '../current-organization.ts';
import { type Route, route } from '../route.ts';
import type { Services } from '../services.ts';
import { messagesView } from '../views/messages-view.ts';
import { applicationTarget } from './applications.ts';

export function messageRoutes(services: Services): readonly Route[] {
  const { environment, log, readModels, sendLetter } = services;
  return [
    route(ENDPOINTS.listMessages, {
      target: ({ params, context }) => applicationTarget(services, params.id, context),
      handle: async ({ params: { id } }) =>
        accept(await messagesView(id, { log, vault: environment.vault, readModels })),
    }),
    route(ENDPOINTS.testMail, {
      async target({ params }) {
        const found = await findOrganization(readModels.organizations, params.id as string);
        return found && { organizationId: found._id, isPublic: true };
      },
      handle: async ({ context: { requestId, user }, target: { organizationId } }) =>
        sendTestMail(sendLetter, {
          id: `test.${requestId}`,
          organizationId: organizationId as string,
          template: SENDING_TEST,
          email: user?.email ?? '',
        }),
    }),
  ];
}
