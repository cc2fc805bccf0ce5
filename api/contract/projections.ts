import { z } from 'zod';
import {
  DOCUMENT_ID_LIMIT,
  EVENT_ID_LIMIT,
  PAGE_SIZE_DIGITS,
  POSITION_DIGITS,
  PROJECTION_NAME_LIMIT,
  SKIP_REASON_LIMIT,
} from '../../domain/text/text-limits.ts';
import { endpoint } from './endpoint.ts';
import { messageSchema, notes } from './values.ts';

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

/** How far a read model is, as seen from its movement. */
export const projectionOverviewSchema = projectionStatusSchema.extend({
  /** `portal`: the portal's own; `file`: of an analyst's file; `report`: of a school's saved report, named by its id. */
  kind: z.enum(['portal', 'file', 'report']),
  /** Deleted documents included; null while there are none to serve. */
  documents: z.int().nullable(),
  /**
   * Events of the types that it folds: as many as the log has, and as many as it was given, up to the same position.
   * Others than in the log mean that it must be rebuilt. Null until they are compared.
   */
  events: z.object({ expected: z.int(), taken: z.int() }).nullable(),
  /** Null where read models share a file or a server. */
  bytes: z.number().nullable(),
  generations: z.object({
    live: z.string().nullable(),
    building: z.string().nullable(),
    retired: z.array(z.string()).readonly(),
  }),
  /** Events that creators left out of it. */
  skipped: z.array(
    z.object({
      eventId: z.string(),
      eventType: z.string(),
      position: z.string(),
      reason: z.string(),
      at: z.string(),
      /** The account that decided it; null if it is gone. */
      by: z.string().nullable(),
    }),
  ),
  movement: z.object({
    /** Since its position or its rebuild last moved, or it was at the head. */
    stillForMs: z.number(),
    /** It is behind, and has not moved for half a minute. */
    isStuck: z.boolean(),
  }),
});
export type ProjectionOverview = z.infer<typeof projectionOverviewSchema>;

export const listProjections = endpoint({
  method: 'GET',
  path: '/api/projections',
  capability: 'projection.manage',
  summary:
    "The progress of each read model: the portal's own, analysts' files and saved reports. Names of reports are ids.",
  response: z.array(projectionOverviewSchema),
});
export const rebuildProjection = endpoint({
  method: 'POST',
  path: '/api/projections/{name}/rebuild',
  capability: 'projection.manage',
  summary: 'Starts a rebuild beside the live read model; the list shows its progress.',
  params: named,
  response: messageSchema,
});

export const skipEvent = endpoint({
  method: 'POST',
  path: '/api/projections/{name}/skips',
  capability: 'projection.manage',
  summary:
    'Leaves an event out of a read model, also in later rebuilds, and rebuilds it. The reason is printed on what the read model shows. An event that it leaves out already keeps its first reason, and nothing is rebuilt.',
  params: named,
  body: z.object({
    eventId: z.string().max(EVENT_ID_LIMIT),
    /** Of the event, as a fault or a quarantined document names it. */
    position: z.string().max(POSITION_DIGITS).regex(/^\d+$/),
    reason: z.string().max(SKIP_REASON_LIMIT),
  }),
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
    /** Why it stopped: the documents are as before. */
    fault: projectionStatusSchema.shape.fault,
    /** Documents that are as before the event that could not be folded into them. */
    quarantined: projectionStatusSchema.shape.quarantined,
    notes,
    documents: z.array(z.looseObject({ _id: z.string() })),
    hasMore: z.boolean(),
  }),
});
