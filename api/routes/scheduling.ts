import { scheduleInterview } from '../../commands/scheduling/schedule-interview.ts';
import { testCalendly } from '../../commands/scheduling/test-calendly.ts';
import { accept } from '../../domain/event-sourcing/decision.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { findOrganization } from '../http/current-organization.ts';
import { commandContextOf } from '../http/request-context.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { settle } from '../http/settle.ts';
import { applicationView } from '../views/application-view.ts';
import { applicationInBody } from './applications.ts';

export function schedulingRoutes(services: Services): readonly Route[] {
  const { calendly, config, environment, engine, readModels } = services;
  return [
    route(ENDPOINTS.eventScheduled, {
      targetInBody: applicationInBody(services),
      async handle({ body: { applicationId, eventUri }, context, response, target: { organizationId } }) {
        const scheduled = await scheduleInterview(
          environment,
          { applicationId, eventUri, apiUrl: config.calendlyApiUrl },
          commandContextOf(context, { applicationId, eventUri }, organizationId ?? null),
        );
        if (!scheduled.ok) return scheduled;
        await settle(engine, response, scheduled.value);
        const fresh = await readModels.applications.written(applicationId);
        return accept(await applicationView(fresh, context.actor, services));
      },
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
