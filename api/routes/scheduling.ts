import { scheduleInterview } from '../../commands/scheduling/schedule-interview.ts';
import { testCalendly } from '../../commands/scheduling/test-calendly.ts';
import { accept } from '../../domain/event-sourcing/decision.ts';
import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { findOrganization } from '../http/current-organization.ts';
import { type Route, route } from '../http/route.ts';
import { applicationView } from '../views/application-view.ts';
import { applicationInBody } from './applications.ts';

export function schedulingRoutes(services: Services): readonly Route[] {
  const { calendly, config, environment, readModels } = services;
  return [
    route(ENDPOINTS.eventScheduled, {
      targetInBody: applicationInBody(services),
      input: ({ body: { applicationId, eventUri } }) => ({ applicationId, eventUri }),
      decide: ({ body: { applicationId, eventUri }, command }) =>
        scheduleInterview(environment, { applicationId, eventUri, apiUrl: config.calendlyApiUrl }, command),
      view: async (_scheduled, { body: { applicationId }, context: { actor } }) =>
        applicationView(await readModels.applications.written(applicationId), actor, services),
    }),
    route(ENDPOINTS.testCalendly, {
      target: async ({ params }) => {
        const found = await findOrganization(readModels.organizations, params.id as string);
        return found && { organizationId: found._id, isPublic: true };
      },
      async handle({ target: { organizationId } }) {
        const tested = await testCalendly(environment, calendly, organizationId as string);
        return tested.ok ? accept({ message: tested.value }) : tested;
      },
    }),
  ];
}
