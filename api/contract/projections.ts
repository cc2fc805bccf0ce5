import { z } from 'zod';
import { DOCUMENT_ID_LIMIT, PAGE_SIZE_DIGITS, PROJECTION_NAME_LIMIT } from '../../domain/text/text-limits.ts';
import { endpoint } from './endpoint.ts';
import { messageSchema } from './values.ts';

const named = z.object({ name: z.string().min(1).max(PROJECTION_NAME_LIMIT) });
const fault = z.object({ position: z.string(), eventType: z.string(), eventId: z.string(), error: z.string() });

/** See `projections/engine/status.ts`. Positions are decimal texts, because they are 64-bit integers. */
export const projectionStatusSchema = z.object({
  name: z.string(),
  version: z.int(),
  generation: z.string().nullable(),
  state: z.enum(['live', 'catching-up', 'building', 'faulted']),
  position: z.string(),
  lag: z.number(),
  eventsPerSecond: z.number(),
  fault: fault.nullable(),
  /** Documents that take no events until a rebuild; the first hundred are named. */
  quarantined: z.object({
    count: z.int(),
    documents: z.array(fault.extend({ id: z.string(), missed: z.int() })).readonly(),
  }),
  rebuild: z
    .object({
      share: z.number(),
      done: z.number(),
      total: z.number(),
      eventsPerSecond: z.number(),
      etaMs: z.number(),
    })
    .nullable(),
});

export const listProjections = endpoint({
  method: 'GET',
  path: '/api/projections',
  capability: 'projection.manage',
  summary: 'The progress of each read model.',
  response: z.array(projectionStatusSchema),
});
export const rebuildProjection = endpoint({
  method: 'POST',
  path: '/api/projections/{name}/rebuild',
  capability: 'projection.manage',
  summary: 'Starts a rebuild beside the live read model; the list shows its progress.',
  params: named,
  response: messageSchema,
});

export const listProjectionDocuments = endpoint({
  method: 'GET',
  path: '/api/projections/{name}/documents',
  capability: 'projection.manage',
  isCostly: true,
  summary:
    "The documents of an analyst's live projection (a file in `DATA_DIR/projections`), by `_id`; `after` continues after the last document of a page.",
  params: named,
  query: z.object({
    after: z.string().max(DOCUMENT_ID_LIMIT).optional(),
    /** 1 to 200; default 50. */
    limit: z
      .string()
      .max(PAGE_SIZE_DIGITS)
      .regex(/^([1-9]\d?|1\d\d|200)$/)
      .optional(),
  }),
  response: z.object({
    /** The documents hold all events up to this position. */
    position: z.string(),
    state: projectionStatusSchema.shape.state,
    version: z.int(),
    documents: z.array(z.looseObject({ _id: z.string() })),
    hasMore: z.boolean(),
  }),
});
