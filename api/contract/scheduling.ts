import { z } from 'zod';
import { applicationSchema } from './applications.ts';
import { endpoint } from './endpoint.ts';
import { id, idParams, messageSchema } from './values.ts';

export const eventScheduled = endpoint({
  method: 'POST',
  path: '/api/eventScheduled',
  capability: 'application.completeSteps',
  summary: 'The scheduling widget has booked an interview; its time and link follow (D28).',
  body: z.object({
    applicationId: id,
    eventUri: z.string().max(2000),
    /** So spelt by the specification. */
    intiteeUri: z.string().max(2000).nullish(),
  }),
  response: applicationSchema,
});
export const testCalendly = endpoint({
  method: 'POST',
  path: '/api/organizations/{id}/testCalendly',
  capability: 'organization.write',
  summary: "Asks Calendly whether it takes the organization's access token.",
  params: idParams,
  response: messageSchema,
});
