import { z } from 'zod';
import type { Rejection } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Endpoint } from '../contract/endpoint.ts';

/**
 * Of a call whose contract has no `asOf`: a change would be made today, and an answer of today would pass for one of the
 * past.
 */
export function pastRefusalOf({ method, query }: Endpoint): Rejection | undefined {
  if (query instanceof z.ZodObject && Object.hasOwn(query.shape, 'asOf')) return undefined;
  const message = method === 'GET' ? TEXTS.requests.hasNoPast : TEXTS.requests.pastIsFixed;
  return { code: 'malformed', message, errors: [{ field: 'asOf', message }] };
}
