import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { asOf, id, instant } from './values.ts';

const place = z.object({
  /** Accepted as `asOf` by other calls. */
  position: z.string(),
  at: instant,
});

export const getAsOf = endpoint({
  method: 'GET',
  path: '/api/asOf',
  capability: 'history.read',
  isCostly: true,
  summary:
    'The position of the log at a moment in the current organization, and those of the changes before and after it: of one document, or of all.',
  query: z.object({ at: asOf, documentId: id.optional() }),
  response: place.extend({ previous: place.nullable(), next: place.nullable() }),
});
