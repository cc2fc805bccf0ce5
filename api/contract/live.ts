import { z } from 'zod';
import { ACTOR_KINDS } from '../../domain/access/actor.ts';
import { LIVE_KINDS } from '../../domain/event-sourcing/audience.ts';
import { POSITION_LIMIT } from '../../domain/text/text-limits.ts';
import { endpoint } from './endpoint.ts';

/** A document has changed: clients that may read it read it again. */
export const liveChangeSchema = z.object({
  kind: z.enum(LIVE_KINDS),
  id: z.string(),
  /** The stream's revision afterwards; a client with this version or a later one is up to date. */
  version: z.int(),
  /** The last author; null if this person may not know. */
  by: z
    .object({
      kind: z.enum(ACTOR_KINDS),
      id: z.string().nullable(),
      email: z.string().nullable(),
    })
    .nullable(),
});
export type LiveChange = z.infer<typeof liveChangeSchema>;

/** The content of `data:` by the name in `event:`. */
export const LIVE_MESSAGES = {
  opened: z.object({}),
  changed: z.object({ changes: z.array(liveChangeSchema) }),
  /** Any document may have changed: the changes are unknown. */
  lost: z.object({}),
  beat: z.object({}),
  /** The session or its rights have changed: the stream ends, and the client may reconnect. */
  ended: z.object({}),
} as const;
export type LiveMessageName = keyof typeof LIVE_MESSAGES;
export type LiveMessage<Name extends LiveMessageName> = z.infer<(typeof LIVE_MESSAGES)[Name]>;

export const live = endpoint({
  method: 'GET',
  path: '/api/live',
  capability: 'live.follow',
  summary:
    'Server-sent events (opened, changed, lost, beat, ended): changes of documents that this person may read. `id:` is an opaque position; sent back as `Last-Event-ID` or `after`, it returns what was missed.',
  query: z.object({
    /** The `id:` of a message. The answer to an unreadable one is `lost`. */
    after: z.string().max(POSITION_LIMIT).optional(),
    /** For polling clients: ends after what is known now. */
    once: z.literal('true').optional(),
  }),
  response: z.string(),
  mediaTypes: ['text/event-stream'],
});
