import { z } from 'zod';
import { TOKEN_SCOPES, TOKEN_WARNINGS } from '../access/token-scopes.ts';
import { defineEvent, type EventOf } from '../event-sourcing/event.ts';

const audience = { document: 'apiToken' } as const;

export const API_TOKEN_EVENTS = [
  defineEvent({
    type: 'ApiTokenCreated',
    audience,
    data: z.object({
      organizationId: z.string(),
      name: z.string(),
      scopes: z.array(z.enum(TOKEN_SCOPES)),
      /** SHA-256 of the token, so that the log opens nothing. */
      hash: z.string(),
      expiresAt: z.string(),
    }),
  }),
  /** The Owners get an email that it ends in so many days, or has ended. */
  defineEvent({
    type: 'ApiTokenExpiring',
    audience,
    data: z.object({ days: z.union(TOKEN_WARNINGS.map((days) => z.literal(days))), expiresAt: z.string() }),
  }),
  defineEvent({ type: 'ApiTokenRevoked', audience, data: z.object({}) }),
] as const;
export type ApiTokenEvent = EventOf<(typeof API_TOKEN_EVENTS)[number]>;
