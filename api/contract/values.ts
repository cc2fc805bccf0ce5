import { z } from 'zod';
import { TEXTS } from '../../domain/texts.ts';

/** An instant, ISO-8601 UTC (D3). */
export const instant = z.iso.datetime();
/** The stream revision that a document was read at; sent back with a PUT (D2). */
export const version = z.int().min(0);
/** An `_id` or slug, as paths, queries and references carry it. */
export const id = z.string().regex(/^[\w:.~-]{1,200}$/, TEXTS.requests.idInvalid);
/** `_id` of a document in a path. */
export const idParams = z.object({ id });
/** A moment of the past at which to see a document (D5). */
export const asOfQuery = z.object({ asOf: z.iso.datetime({ offset: true }).optional() });
/** What a DELETE, and every call without a document, answers (D1). */
export const messageSchema = z.object({ message: z.string() });

/** As an upload answers it (spec §3). */
export const fileReferenceSchema = z.object({
  fileId: z.string(),
  fileName: z.string(),
  cdnUrl: z.string().optional(),
});
export type FileReference = z.infer<typeof fileReferenceSchema>;

/** In a PUT: absent = unchanged, null = cleared (D2). Whether null is allowed is the rule's affair: 422. */
export const text = z.string().max(500).nullish();
export const paragraph = z.string().max(20_000).nullish();
