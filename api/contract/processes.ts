import { z } from 'zod';
import { PROCESS_TEXT_LIMIT } from '../../domain/text/text-limits.ts';
import { endpoint, WEIGHING_MS } from './endpoint.ts';
import { asOfQuery, id, idParams, messageSchema, version } from './values.ts';
import { restoreOf, versionsOf } from './versions.ts';

/** `json` is the process config as text; `domain/process` parses it. */
export const processBlobSchema = z.object({ _id: z.string(), version, json: z.string() });
export type ProcessBlob = z.infer<typeof processBlobSchema>;

const blobBody = z.object({ version: version.nullish(), json: z.string().max(PROCESS_TEXT_LIMIT) });

export const listProcesses = endpoint({
  method: 'GET',
  path: '/api/processConfigBlobs',
  capability: 'process.read',
  summary: 'Processes of the current organization.',
  response: z.array(processBlobSchema),
});
export const createProcess = endpoint({
  method: 'POST',
  path: '/api/processConfigBlobs',
  capability: 'process.write',
  summary: 'Creates a process.',
  body: blobBody,
  response: processBlobSchema,
});
export const getProcess = endpoint({
  method: 'GET',
  path: '/api/processConfigBlobs/{id}',
  capability: 'process.readOpenForm',
  summary: 'The config as one JSON string, without what this person may not see now.',
  params: idParams,
  query: asOfQuery.extend({ applicationId: id.optional() }),
  response: z.string(),
});
export const changeProcess = endpoint({
  method: 'PUT',
  path: '/api/processConfigBlobs/{id}',
  capability: 'process.write',
  summary: 'Changes what differs.',
  params: idParams,
  body: blobBody,
  response: processBlobSchema,
});
const fieldImpactSchema = z.object({ name: z.string(), label: z.string(), applications: z.int() });

/** Counts applications in progress: neither locked nor in a Complete batch. */
export const processImpactSchema = z.object({
  applications: z.int(),
  batches: z.array(z.object({ _id: z.string(), name: z.string(), applications: z.int() })),
  /** Answered fields that are no longer asked; staff still see the answers. */
  removedFields: z.array(fieldImpactSchema),
  requiredFields: z.array(fieldImpactSchema),
  steps: z.array(
    z.object({
      _id: z.string(),
      title: z.string(),
      change: z.enum(['added', 'removed', 'kept']),
      appears: z.int(),
      disappears: z.int(),
      reopens: z.int(),
      completes: z.int(),
    }),
  ),
});
export type ProcessImpact = z.infer<typeof processImpactSchema>;

export const getProcessImpact = endpoint({
  method: 'POST',
  path: '/api/processConfigBlobs/{id}/impact',
  capability: 'process.write',
  isCostly: true,
  costMs: WEIGHING_MS,
  summary: 'What the change would do to applications in progress; saves nothing.',
  params: idParams,
  body: blobBody,
  response: processImpactSchema,
});
export const deleteProcess = endpoint({
  method: 'DELETE',
  path: '/api/processConfigBlobs/{id}',
  capability: 'process.write',
  summary: 'Deletes a process that no batch uses.',
  params: idParams,
  response: messageSchema,
});

export const processVersions = versionsOf('processConfigBlobs');
export const restoreProcess = restoreOf('processConfigBlobs', 'process.write', processBlobSchema);
