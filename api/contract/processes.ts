import { z } from 'zod';
import { LIMITS } from '../../domain/limits/limits.ts';
import { DASHBOARD_FIELD, DATA_TYPES, FORM, FORM_FIELD, PROCESS_CONFIG, STEP } from '../../domain/process/config.ts';
import { FIELD_NAME } from '../../domain/process/field-name.ts';
import {
  DIGEST_LIMIT,
  FIELD_NAME_LIMIT,
  ID_LIMIT,
  PARAGRAPH_LIMIT,
  PROCESS_TEXT_LIMIT,
} from '../../domain/text/text-limits.ts';
import { endpoint, WEIGHING_MS } from './endpoint.ts';
import { jsonSchemaOf, published, requiring } from './published.ts';
import { asOfQuery, id, idParams, inOrganization, messageSchema, seenText, version, versionText } from './values.ts';
import { restoreOf, versionsOf } from './versions.ts';

/** `json` is the process config as text; `domain/process` parses it. */
export const processBlobSchema = z.object({ _id: z.string(), version, json: z.string() });
export type ProcessBlob = z.infer<typeof processBlobSchema>;

const fieldName = published(z.string(), { type: 'string', maxLength: FIELD_NAME_LIMIT, pattern: FIELD_NAME.source });
const form = FORM.omit({ route: true, method: true }).extend({
  fields: z.array(FORM_FIELD.extend({ name: fieldName })).optional(),
});
/** Rules over several members, such as names that are used twice, are not among it. */
const config = PROCESS_CONFIG.extend({
  label: seenText(),
  fields: z.array(DASHBOARD_FIELD.extend({ name: fieldName })).optional(),
  applicationForm: form,
  applicationDetailsSteps: z.array(STEP.extend({ configuration: form.optional() })).optional(),
});

const blobBody = z.object({
  version: version.nullish(),
  json: published(z.string().max(PROCESS_TEXT_LIMIT), {
    type: 'string',
    maxLength: PROCESS_TEXT_LIMIT,
    contentMediaType: 'application/json',
    contentSchema: jsonSchemaOf(requiring(config, 'label'), 'input'),
  }),
});

/** Options of one question that keep their place and get other words. The answers of those who chose them follow. */
const renames = z
  .array(
    z.object({
      name: z.string().max(ID_LIMIT),
      from: z.string().max(PARAGRAPH_LIMIT),
      to: z.string().max(PARAGRAPH_LIMIT),
    }),
  )
  .max(LIMITS.renames)
  .optional();

export const listProcesses = endpoint({
  method: 'GET',
  path: '/api/processConfigBlobs',
  capability: 'process.read',
  pastCapability: 'history.read',
  summary: 'Processes of the current organization. `asOf` returns them as of a time to those who read the history.',
  query: asOfQuery,
  response: z.array(processBlobSchema),
});
export const createProcess = endpoint({
  method: 'POST',
  path: '/api/processConfigBlobs',
  capability: 'process.write',
  summary: 'Creates a process.',
  body: blobBody.extend(inOrganization),
  response: processBlobSchema,
});
export const getProcess = endpoint({
  method: 'GET',
  path: '/api/processConfigBlobs/{id}',
  capability: 'process.readOpenForm',
  summary:
    'The config as one JSON string, without what this person may not see now. For staff, `version` returns one of its versions and takes precedence over `asOf`.',
  params: idParams,
  query: asOfQuery.extend({ applicationId: id.optional(), version: versionText.optional() }),
  response: z.string(),
});
export const changeProcess = endpoint({
  method: 'PUT',
  path: '/api/processConfigBlobs/{id}',
  capability: 'process.write',
  costMs: WEIGHING_MS,
  summary:
    'Changes what differs. With the token of an impact it is refused with 409 once that impact is another. The answers of `renames` follow in a bulk change.',
  params: idParams,
  body: blobBody.extend({ impact: z.string().max(DIGEST_LIMIT).nullish(), renames }),
  response: processBlobSchema,
});
const ids = z.array(z.string()).readonly();
/** How many applications, and which: all, unless there are very many. `ids` of the list of applications takes 100 at a time. */
const concernedSchema = z.object({ applications: z.int(), applicationIds: ids });
const fieldImpactSchema = concernedSchema.extend({ name: z.string(), label: z.string() });
const withdrawnSchema = concernedSchema.extend({ _id: z.string() });

/** `ended` counts the answers of all other applications: cancelled, withdrawn, transferred or in a Complete batch. */
const removedFieldSchema = fieldImpactSchema.extend({ ended: z.int(), endedIds: ids });

/** Counts applications in progress: neither locked nor in a Complete batch. */
export const processImpactSchema = z.object({
  applications: z.int(),
  batches: z.array(z.object({ _id: z.string(), name: z.string(), applications: z.int() })),
  /** A change that sends it as `impact` is saved only while it has these effects. */
  token: z.string(),
  /** Answered fields that are no longer asked; staff still see the answers. */
  removedFields: z.array(removedFieldSchema).readonly(),
  requiredFields: z.array(fieldImpactSchema).readonly(),
  /** New fields under names that hold answers of removed ones: those would appear in them. */
  reusedFields: z.array(fieldImpactSchema).readonly(),
  /** Chosen options that are removed, or renamed at their place. */
  removedOptions: z
    .array(fieldImpactSchema.extend({ option: z.string(), renamedTo: z.string().nullable() }))
    .readonly(),
  /** `misfits` counts answers that the new type refuses. */
  changedTypes: z
    .array(fieldImpactSchema.extend({ from: z.enum(DATA_TYPES), to: z.enum(DATA_TYPES), misfits: z.int() }))
    .readonly(),
  withdrawnPlans: z.array(withdrawnSchema).readonly(),
  withdrawnAssessments: z.array(withdrawnSchema).readonly(),
  steps: z
    .array(
      z.object({
        _id: z.string(),
        title: z.string(),
        change: z.enum(['added', 'removed', 'changed', 'kept']),
        /** Applicants whose next step it is now. */
        open: z.int(),
        openIds: ids,
        appears: z.int(),
        appearsIds: ids,
        disappears: z.int(),
        disappearsIds: ids,
        reopens: z.int(),
        reopensIds: ids,
        completes: z.int(),
        completesIds: ids,
      }),
    )
    .readonly(),
  /** Names that hold answers and are in no form or column: new fields should not take them. */
  heldNames: z.array(z.string()).readonly(),
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
  body: blobBody.extend({ renames }),
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
