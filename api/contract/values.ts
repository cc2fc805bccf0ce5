import { z } from 'zod';
import { FILE_ID, FILE_NAME } from '../../domain/file/file-reference.ts';
import { LIMITS } from '../../domain/limits/limits.ts';
import { SEEN } from '../../domain/text/blank.ts';
import {
  EMAIL_LIMIT,
  FILE_ID_LIMIT,
  FILE_NAME_LIMIT,
  ID_LIMIT,
  ID_LIST_LIMIT,
  MOMENT_LIMIT,
  PARAGRAPH_LIMIT,
  PASSWORD_LIMIT,
  REPORT_LIMIT,
  SENT_EMAIL_LIMIT,
  SHORTEST_PASSWORD,
  STORED_FILE_NAME_LIMIT,
  TEXT_LIMIT,
  VERSION_DIGITS,
  WEB_ADDRESS_LIMIT,
} from '../../domain/text/text-limits.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { EMAIL } from '../../domain/values/email.ts';
import { ENCODED_ADDRESS, FILE_ADDRESS } from '../../domain/values/web-address.ts';
import { published } from './published.ts';

/** Marks a length rule: 422 instead of 400. */
export const LENGTH = { isLength: true } as const;

/** ISO-8601 UTC. */
export const instant = z.iso.datetime();
/** `YYYY-MM-DD`, of answers. */
export const calendarDay = z.iso.date();
/** The stream revision of the document that was read; a PUT sends it back. */
export const version = z.int().min(0);
export const id = z
  .string()
  .regex(/^[\w:.~-]{1,200}$/, TEXTS.requests.idInvalid)
  .meta({ maxLength: ID_LIMIT });
/** Where a new document belongs; absent: to the current organization. */
export const inOrganization = { organizationId: id.nullish() };
export const idParams = z.object({ id });
export const moment = z.iso.datetime({ offset: true }).max(MOMENT_LIMIT);
/** A moment, or a position that an answer gave. */
export const asOf = z.union([
  moment,
  z
    .string()
    .max(MOMENT_LIMIT)
    .regex(/^0x[0-9a-f]{32}$/),
]);
export const asOfQuery = z.object({ asOf: asOf.optional() });
export const versionText = z.string().max(VERSION_DIGITS).regex(/^\d+$/);
/** What is to be known of figures, such as events that were left out, with the reason. */
export const notes = z.array(z.string());
export const messageSchema = z.object({ message: z.string() });

export const fileReferenceSchema = z.object({
  fileId: published(z.string().max(ID_LIMIT), { type: 'string', maxLength: FILE_ID_LIMIT, pattern: FILE_ID.source }),
  fileName: published(z.string().max(FILE_NAME_LIMIT), {
    type: 'string',
    maxLength: STORED_FILE_NAME_LIMIT,
    pattern: FILE_NAME.source,
  }),
  cdnUrl: published(z.string().max(WEB_ADDRESS_LIMIT), {
    type: 'string',
    format: 'uri-reference',
    maxLength: WEB_ADDRESS_LIMIT,
    pattern: FILE_ADDRESS.source,
  }).optional(),
});
export type FileReference = z.infer<typeof fileReferenceSchema>;

/** In a PUT: absent = unchanged, null = cleared. A rule decides whether null is allowed: 422. */
export const text = z.string().max(TEXT_LIMIT).nullish();
export const paragraph = z.string().max(PARAGRAPH_LIMIT).nullish();

/** A new password. The rule also refuses the most common ones. */
export const chosenPassword = published(z.string().min(1).max(PASSWORD_LIMIT), {
  type: 'string',
  minLength: SHORTEST_PASSWORD,
  maxLength: PASSWORD_LIMIT,
});
/** With a character that can be seen. No store keeps U+0000. */
export const seen = (limit: number) =>
  ({ type: 'string', maxLength: limit, pattern: `^[^\\u0000]*${SEEN.source}[^\\u0000]*$` }) as const;
/** A text that rules refuse without a character that can be seen. */
export const seenText = (limit = TEXT_LIMIT) => published(z.string().max(limit).nullish(), seen(limit));
/** A text of a form that a rule checks. */
export const textOf = (form: RegExp, maxLength = TEXT_LIMIT) =>
  published(text, { type: ['string', 'null'], maxLength, pattern: form.source });
export const email = { type: 'string', format: 'email', maxLength: EMAIL_LIMIT, pattern: EMAIL.source } as const;
export const sentEmail = published(z.string().min(1).max(SENT_EMAIL_LIMIT), email);
/** Of a page or a call: http or https. */
export const webAddress = {
  type: 'string',
  maxLength: WEB_ADDRESS_LIMIT,
  pattern: ENCODED_ADDRESS.source,
} as const;
export const orNull = <Json extends { readonly type: string }>(json: Json) => ({ ...json, type: [json.type, 'null'] });

/** The limit is only published here; the document's rules enforce it, because a list that is already longer may stay so. */
export const listOf = <Item extends z.ZodType>(item: Item, limit: number) => z.array(item).meta({ maxItems: limit });

export const idList = z
  .string()
  .max(ID_LIST_LIMIT)
  .refine((list) => list.split(',').length <= LIMITS.ids, {
    error: TEXTS.requests.tooManyIds(LIMITS.ids),
    params: LENGTH,
  });

export const withMembersUpTo = <Schema extends z.ZodType<object>>(schema: Schema, limit: number): Schema =>
  schema
    .check(
      z.refine((sent) => Object.keys(sent).length <= limit, {
        error: TEXTS.requests.tooMany(limit),
        params: LENGTH,
      }),
    )
    .meta({ maxProperties: limit });

/** A JSON object as text. */
export const jsonText = published(z.string().max(REPORT_LIMIT), {
  type: 'string',
  maxLength: REPORT_LIMIT,
  contentMediaType: 'application/json',
  contentSchema: { type: 'object' },
});
