import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { messageSchema } from './values.ts';

export const healthz = endpoint({
  method: 'GET',
  path: '/healthz',
  capability: 'service.read',
  summary: 'The process answers.',
  response: z.object({ status: z.literal('ok') }),
});
export const readyz = endpoint({
  method: 'GET',
  path: '/readyz',
  capability: 'service.read',
  summary: '200 once all live read models have caught up, 503 before (D4).',
  response: z.object({ status: z.literal('ready') }),
});
export const openapi = endpoint({
  method: 'GET',
  path: '/api/openapi.json',
  capability: 'service.read',
  summary: 'This document.',
  response: z.looseObject({ openapi: z.string() }),
});

/** Positions are decimal texts: they are 64-bit integers. */
export const projectionStatusSchema = z.object({
  name: z.string(),
  version: z.int(),
  state: z.string(),
  position: z.string(),
  /** Events still to come. */
  lag: z.string(),
  /** Of a rebuild under way. */
  rebuild: z.object({ position: z.string(), head: z.string() }).nullable(),
  /** Why it stands still. */
  fault: z.object({ position: z.string(), message: z.string() }).nullable(),
});
export type ProjectionStatus = z.infer<typeof projectionStatusSchema>;

export const listProjections = endpoint({
  method: 'GET',
  path: '/api/projections',
  capability: 'projection.manage',
  summary: 'How far each read model has come.',
  response: z.array(projectionStatusSchema),
});
export const rebuildProjection = endpoint({
  method: 'POST',
  path: '/api/projections/{name}/rebuild',
  capability: 'projection.manage',
  summary: 'Starts a rebuild beside the live read model; its progress stands in the list.',
  params: z.object({ name: z.string().min(1).max(100) }),
  response: messageSchema,
});
