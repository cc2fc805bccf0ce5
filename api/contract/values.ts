import { z } from 'zod';
import { LIMITS } from '../../domain/limits/limits.ts';
import {
  FILE_NAME_LIMIT,
  ID_LIMIT,
  ID_LIST_LIMIT,
  MOMENT_LIMIT,
  PARAGRAPH_LIMIT,
  TEXT_LIMIT,
  VERSION_DIGITS,
  WEB_ADDRESS_LIMIT,
} from '../../domain/text/text-limits.ts';
import { TEXTS } from '../../domain/text/texts.ts';

/** Marks a refusal for a length, which is a rule and no error of form: 422. */
export const LENGTH = { isLength: true } as const;

/** An instant, ISO-8601 UTC. */
export const instant = z.iso.datetime();
/** The stream revision that a document was read at; sent back with a PUT. */
export const version = z.int().min(0);
/** An `_id` or slug, as paths, queries and references carry it. */
export const id = z
  .string()
  .regex(/^[\w:.~-]{1,200}$/, TEXTS.requests.idInvalid)
  .meta({ maxLength: ID_LIMIT });
/** `_id` of a document in a path. */
export const idParams = z.object({ id });
/** A date and time with its offset, as clients send it. */
export const moment = z.iso.datetime({ offset: true }).max(MOMENT_LIMIT);
/** A moment of the past at which to see a document. */
export const asOfQuery = z.object({ asOf: moment.optional() });
/** A version of a document, as a query carries it. */
export const versionText = z.string().max(VERSION_DIGITS).regex(/^\d+$/);
/** What a DELETE, and every call without a document, answers. */
export const messageSchema = z.object({ message: z.string() });

/** As an upload answers it. */
export const fileReferenceSchema = z.object({
  fileId: z.string().max(ID_LIMIT),
  fileName: z.string().max(FILE_NAME_LIMIT),
  cdnUrl: z.string().max(WEB_ADDRESS_LIMIT).optional(),
});
export type FileReference = z.infer<typeof fileReferenceSchema>;

/** In a PUT: absent = unchanged, null = cleared. Whether null is allowed is the rule's affair: 422. */
export const text = z.string().max(TEXT_LIMIT).nullish();
export const paragraph = z.string().max(PARAGRAPH_LIMIT).nullish();

/**
 * A list of a document. Its limit is published here and enforced by the document's own rules, which let a list that is longer
 * already stay as long as it is.
 */
export const listOf = <Item extends z.ZodType>(item: Item, limit: number) => z.array(item).meta({ maxItems: limit });

/** Comma-separated ids. */
export const idList = z
  .string()
  .max(ID_LIST_LIMIT)
  .refine((list) => list.split(',').length <= LIMITS.ids, {
    error: TEXTS.requests.tooManyIds(LIMITS.ids),
    params: LENGTH,
  });

/** Refuses an object with more members. */
export const withMembersUpTo = <Schema extends z.ZodType<object>>(schema: Schema, limit: number): Schema =>
  schema
    .check(
      z.refine((sent) => Object.keys(sent).length <= limit, {
        error: TEXTS.requests.tooMany(limit),
        params: LENGTH,
      }),
    )
    .meta({ maxProperties: limit });
