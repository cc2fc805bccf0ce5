import { z } from 'zod';
import { LIMITS } from '../../domain/limits/limits.ts';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import { EVENT_TYPE_LIST_LIMIT, FEED_CURSOR_LIMIT } from '../../domain/text/text-limits.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { PUBLIC_EVENT_TYPES, TEST_TYPE } from '../../domain/webhook/event-types.ts';
import { publicPayload } from '../../domain/webhook/payload-schema.ts';
import { endpoint } from './endpoint.ts';
import { published } from './published.ts';
import { id } from './values.ts';

export const listEventTypes = endpoint({
  method: 'GET',
  path: '/api/webhooks/event-types',
  capability: 'event.pull',
  summary:
    'The types of events that webhooks get, each with a sentence, the JSON Schema of its body and an example. `isChoosable` marks those that `eventTypes` of a webhook can name. The feed has all but `webhook.test`.',
  response: z.array(
    z.object({
      type: z.enum([...PUBLIC_EVENT_TYPES, TEST_TYPE]),
      group: z.string(),
      description: z.string(),
      /** Every webhook and every reader of the feed gets it. */
      isAlwaysSent: z.boolean(),
      isChoosable: z.boolean(),
      schema: z.record(z.string(), z.unknown()),
      example: z.record(z.string(), z.unknown()),
      /** The text of a chat message unless the school has its own, and the example in both forms. */
      chat: z.object({
        template: z.string(),
        content: z.record(z.string(), z.unknown()),
        text: z.record(z.string(), z.unknown()),
      }),
    }),
  ),
});

const LIMIT_INVALID = TEXTS.feed.limitInvalid(LIMITS.feedPage);
const WAIT_INVALID = TEXTS.feed.waitInvalid(LIMITS.feedWaitSeconds);
const PUBLISHED: ReadonlySet<string> = new Set(PUBLIC_EVENT_TYPES);
const ONE_TYPE = `(${PUBLIC_EVENT_TYPES.map((type) => type.replaceAll('.', '\\.')).join('|')})`;

export const pullEvents = endpoint({
  method: 'GET',
  path: '/api/events',
  capability: 'event.pull',
  isCostly: true,
  summary: `The published events of the current organization in the order of its log, with the same ids and bodies as webhooks. \`after\` is the \`next\` of the previous answer; without it the answer starts at the beginning, and \`latest\` starts after the newest event. With \`types\` the other events are left out, but never \`applicant.erased\`. With \`wait\` an answer without events waits up to that many seconds for one; a school can have ${QUOTAS.organization.waitingPulls} such calls at a time, and an API token or a member ${QUOTAS.token.waitingPulls} of them. A parameter with another name is refused, so that a misspelled filter does not return everything.`,
  query: z.strictObject({
    organizationId: id.optional().describe('Selects the organization.'),
    after: z.string().max(FEED_CURSOR_LIMIT).optional(),
    /** Separated by commas. */
    types: published(
      z
        .string()
        .max(EVENT_TYPE_LIST_LIMIT)
        .refine((list) => list.split(',').every((type) => PUBLISHED.has(type)), TEXTS.feed.typeUnknown),
      { type: 'string', maxLength: EVENT_TYPE_LIST_LIMIT, pattern: `^${ONE_TYPE}(,${ONE_TYPE})*$` },
    ).optional(),
    /** 1 to 1000; default 100. */
    limit: z
      .string()
      .max(String(LIMITS.feedPage).length, LIMIT_INVALID)
      .regex(/^([1-9]\d{0,2}|1000)$/, LIMIT_INVALID)
      .optional(),
    /** Seconds, 0 to 30; default 0. */
    wait: z
      .string()
      .max(String(LIMITS.feedWaitSeconds).length, WAIT_INVALID)
      .regex(/^([12]?\d|30)$/, WAIT_INVALID)
      .optional(),
  }),
  response: z.object({
    events: z.array(publicPayload.extend({ id: z.string() })),
    /** The `after` of the next call, also if this answer has no events. */
    next: z.string(),
    /** Further events are there already. */
    hasMore: z.boolean(),
  }),
});
