import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { problemSchema } from './problem.ts';
import { instant } from './values.ts';

export const healthz = endpoint({
  method: 'GET',
  path: '/healthz',
  capability: 'service.read',
  summary: 'The process is alive.',
  response: z.object({ status: z.literal('ok') }),
});
/** The status in `/readyz`; a problem omits empty and unknown members. */
const standing = z.object({
  quarantined: z.array(
    z.object({
      projection: z.string(),
      count: z.int(),
      /** Only with access to the metrics: documents belong to schools. */
      ids: z.array(z.string()).optional(),
    }),
  ),
  backups: z
    .object({
      /** `off`: none are scheduled; `waiting`: before the first one. */
      state: z.enum(['off', 'waiting', 'ok', 'incomplete', 'failed', 'late']),
      /** The rest needs access to the metrics, and a process that has checked. */
      newestAt: instant.nullable().optional(),
      lackingFiles: z.int().optional(),
      triedAt: instant.nullable().optional(),
      failure: z.string().nullable().optional(),
    })
    .nullable(),
  /** Problems for the operator that do not stop requests. */
  warnings: z.array(z.object({ field: z.string(), message: z.string() })),
});
export const readyz = endpoint({
  method: 'GET',
  path: '/readyz',
  capability: 'service.read',
  summary:
    '200 once all live read models have caught up, 503 before, while one has stopped, and while the log is damaged. Documents in quarantine, late or failed backups, and a store that accepts no writes are reported without a 503; an operator also gets names. A 503 reports them too, as far as they are known.',
  response: standing.extend({ status: z.literal('ready') }),
  problem: problemSchema.extend(standing.partial().shape),
});
export const metrics = endpoint({
  method: 'GET',
  path: '/metrics',
  capability: 'metrics.read',
  summary: "Metrics in Prometheus' text format, for this machine or with `Authorization: Bearer METRICS_TOKEN`.",
  response: z.string(),
  mediaTypes: ['text/plain; version=0.0.4'],
});

export const openapi = endpoint({
  method: 'GET',
  path: '/api/openapi.json',
  capability: 'service.read',
  summary: 'This document.',
  response: z.looseObject({ openapi: z.string() }),
});

export const docs = endpoint({
  method: 'GET',
  path: '/api/docs',
  capability: 'service.read',
  summary: 'The same as a page.',
  response: z.string(),
  mediaTypes: ['text/html'],
});
