import { z } from 'zod';
import { LIVE_KINDS } from '../../domain/event-sourcing/audience.ts';
import { POSITION_LIMIT } from '../../domain/text/text-limits.ts';
import { endpoint } from './endpoint.ts';

/** That a document has changed, never how: whoever may read it reads it again. */
export const liveChangeSchema = z.object({
  kind: z.enum(LIVE_KINDS),
  id: z.string(),
  /** The stream's revision afterwards: who has read this version, or a later one, knows it already. */
  version: z.int(),
  /** Who did it last; null where that is not this person's to know. */
  by: z
    .object({
      kind: z.enum(['user', 'anonymous', 'system', 'provider']),
      id: z.string().nullable(),
      email: z.string().nullable(),
    })
    .nullable(),
});
export type LiveChange = z.infer<typeof liveChangeSchema>;

/** What stands in `data:`, by the name in `event:`. */
export const LIVE_MESSAGES = {
  /** The first one. */
  opened: z.object({}),
  changed: z.object({ changes: z.array(liveChangeSchema) }),
  /** Anything may have changed: what happened cannot be told in single. */
  lost: z.object({}),
  /** The connection lives. */
  beat: z.object({}),
  /** The person's session or rights are other than they were: nothing more comes, and opening it again asks anew. */
  ended: z.object({}),
} as const;
export type LiveMessageName = keyof typeof LIVE_MESSAGES;
export type LiveMessage<Name extends LiveMessageName> = z.infer<(typeof LIVE_MESSAGES)[Name]>;

export const live = endpoint({
  method: 'GET',
  path: '/api/live',
  capability: 'live.follow',
  summary:
    'Server-sent events (opened, changed, lost, beat, ended): which documents that this person may read change, as it happens. `id:` is an opaque place in what has happened; sent back as `Last-Event-ID` or `after` it brings what was missed.',
  query: z.object({
    /** The `id:` of a message. One that cannot be read is answered with `lost`. */
    after: z.string().max(POSITION_LIMIT).optional(),
    /** Ends after what is known now, for whoever asks again and again rather than hold a connection. */
    once: z.literal('true').optional(),
  }),
  response: z.string(),
  mediaType: 'text/event-stream',
});
