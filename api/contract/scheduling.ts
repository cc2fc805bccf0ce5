import { z } from 'zod';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import { WEB_ADDRESS_LIMIT } from '../../domain/text/text-limits.ts';
import { applicationSchema } from './applications.ts';
import { endpoint } from './endpoint.ts';
import { id, idParams, messageSchema } from './values.ts';

export const eventScheduled = endpoint({
  method: 'POST',
  path: '/api/eventScheduled',
  capability: 'application.completeSteps',
  summary: 'Records that the scheduling widget has booked an interview; its time and link are fetched later.',
  body: z.object({
    applicationId: id,
    eventUri: z.string().max(WEB_ADDRESS_LIMIT),
    /** The spelling of the scheduling widget's clients (rule 9). */
    intiteeUri: z.string().max(WEB_ADDRESS_LIMIT).nullish(),
  }),
  response: applicationSchema,
});
export const testCalendly = endpoint({
  method: 'POST',
  path: '/api/organizations/{id}/testCalendly',
  capability: 'organization.write',
  summary: `Checks whether Calendly accepts the organization's access token, ${QUOTAS.organization.testCalendlyPerDay} times a day.`,
  params: idParams,
  response: messageSchema,
});
