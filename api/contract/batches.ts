import { z } from 'zod';
import { BATCH_SLUG, CAPACITY_LIMIT } from '../../domain/batch/details.ts';
import { BATCH_STATUSES } from '../../domain/batch/status.ts';
import { LIMITS } from '../../domain/limits/limits.ts';
import { endpoint } from './endpoint.ts';
import { published, requiring } from './published.ts';
import {
  asOfQuery,
  fileReferenceSchema,
  id,
  idParams,
  instant,
  listOf,
  paragraph,
  seenText,
  textOf,
  version,
  versionText,
} from './values.ts';
import { restoreOf, versionsOf } from './versions.ts';

export const batchSchema = z.object({
  _id: z.string(),
  version,
  organizationId: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  slug: z.string().nullable(),
  privateDetails: z.string().nullable().optional(),
  status: z.enum(BATCH_STATUSES),
  capacity: z.int(),
  /** Applications with CONTRACT RECEIVED or later; not a limit. */
  seatsTaken: z.int(),
  processId: z.string().nullable(),
  assessmentIds: z.array(z.string()),
  iconFile: fileReferenceSchema.nullable(),
  bannerFile: fileReferenceSchema.nullable(),
  enableEmbedding: z.boolean(),
  createdAt: instant,
  /** When it first opened, else `createdAt`. */
  openedAt: instant,
});
export type Batch = z.infer<typeof batchSchema>;

const batchBody = z.object({
  version: version.nullish(),
  organizationId: id.nullish(),
  name: seenText(),
  description: paragraph,
  privateDetails: paragraph,
  slug: textOf(BATCH_SLUG),
  capacity: published(z.int().nullish(), { type: 'integer', minimum: 0, maximum: CAPACITY_LIMIT }),
  status: published(z.enum(BATCH_STATUSES).nullish(), { enum: BATCH_STATUSES }),
  processId: id.nullish(),
  assessmentIds: listOf(id, LIMITS.ids).nullish(),
  bannerFile: fileReferenceSchema.nullish(),
  iconFile: fileReferenceSchema.nullish(),
  enableEmbedding: published(z.boolean().nullish(), { type: 'boolean' }),
});

export const listBatches = endpoint({
  method: 'GET',
  path: '/api/batches',
  capability: 'batch.readOpen',
  pastCapability: 'history.read',
  summary:
    'Batches of the current organization that this person may see, by status and then creation. `asOf` returns all as of a time to those who read the history.',
  query: asOfQuery.extend({ filter: z.literal('mine').optional() }),
  response: z.array(batchSchema),
});
export const createBatch = endpoint({
  method: 'POST',
  path: '/api/batches',
  capability: 'batch.write',
  summary: 'Creates a batch.',
  body: requiring(batchBody, 'name'),
  response: batchSchema,
});
export const getBatch = endpoint({
  method: 'GET',
  path: '/api/batches/{id}',
  capability: 'batch.readOpen',
  summary:
    'One batch, by id or slug within the current organization. `asOf` returns it as of a time; for staff, `version` returns one of its versions and takes precedence.',
  params: idParams,
  query: asOfQuery.extend({ version: versionText.optional() }),
  response: batchSchema,
});
export const changeBatch = endpoint({
  method: 'PUT',
  path: '/api/batches/{id}',
  capability: 'batch.write',
  summary: 'Changes what differs.',
  params: idParams,
  body: batchBody,
  response: batchSchema,
});

export const batchVersions = versionsOf('batches');
export const restoreBatch = restoreOf('batches', 'batch.write', batchSchema);
