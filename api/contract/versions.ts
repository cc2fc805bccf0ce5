import { z } from 'zod';
import type { Capability } from '../../domain/access/policy.ts';
import { historyEntrySchema } from './applications.ts';
import { endpoint } from './endpoint.ts';
import { idParams, version, versionText } from './values.ts';

export const documentVersionSchema = historyEntrySchema
  .pick({ at: true, actor: true, changes: true })
  .extend({ version, isFirst: z.boolean() });
export type DocumentVersion = z.infer<typeof documentVersionSchema>;

/** Per answer: versions, and their characters, but at least one version. */
export const MOST_VERSIONS = 100;
export const MOST_VERSIONS_TEXT = 2_097_152;

/** Versions show the document's content, so where few may read it, they need that document's own capability. */
export const versionsOf = <Documents extends string>(documents: Documents, capability: Capability = 'history.read') =>
  endpoint({
    method: 'GET',
    path: `/api/${documents}/{id}/versions`,
    capability,
    isCostly: true,
    summary:
      'Versions of the document, newest first, at most 100 or 2 MB: who changed what and when. `before` returns those older than that version.',
    params: idParams,
    query: z.object({ before: versionText.optional() }),
    response: z.array(documentVersionSchema),
  });
export const restoreOf = <Documents extends string, Schema extends z.ZodType>(
  documents: Documents,
  capability: Capability,
  response: Schema,
) =>
  endpoint({
    method: 'POST',
    path: `/api/${documents}/{id}/restore`,
    capability,
    isCostly: true,
    summary: 'Restores the document as of that version, as a new change. Secrets are kept.',
    params: idParams,
    body: z.object({ version }),
    response,
  });
