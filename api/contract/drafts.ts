import { z } from 'zod';
import { LIMITS } from '../../domain/limits/limits.ts';
import { PARAGRAPH_LIMIT, PROCESS_TEXT_LIMIT } from '../../domain/text/text-limits.ts';
import { endpoint } from './endpoint.ts';
import { fileReferenceSchema, id, instant, withMembersUpTo } from './values.ts';

const word = z.string().max(PARAGRAPH_LIMIT);
const value = z.union([word, z.number(), z.boolean(), z.null(), z.array(word).max(LIMITS.draftList)]);
/** A whole process or quiz is one text. */
const draftText = z.string().max(PROCESS_TEXT_LIMIT);
/** A field, or `DRAFT_VERSION`. */
const member = z.string().regex(/^@?[A-Za-z]\w{0,63}$/);
const draftValues = withMembersUpTo(
  z.record(member, z.union([draftText, value, fileReferenceSchema])),
  LIMITS.draftMembers,
);

export const draftSchema = z.object({
  form: z.string(),
  values: draftValues.nullable(),
  savedAt: instant.nullable(),
});
export type Draft = z.infer<typeof draftSchema>;

const formParams = z.object({ form: id });
/** The account that the page shows. The call is refused for another one, which may have signed in in another tab. */
const whose = id.optional();

export const getDraft = endpoint({
  method: 'GET',
  path: '/api/drafts/{form}',
  capability: 'account.manageOwn',
  summary: "The person's unsent draft of a form, from any device.",
  params: formParams,
  query: z.object({ userId: whose }),
  response: draftSchema,
});
export const saveDraft = endpoint({
  method: 'PUT',
  path: '/api/drafts/{form}',
  capability: 'account.manageOwn',
  summary: 'Replaces the draft; null deletes it. The last write wins.',
  params: formParams,
  body: z.object({ userId: whose, values: draftValues.nullish() }),
  response: draftSchema,
});

export const preferencesSchema = z.record(z.string().regex(/^[A-Za-z][\w.:-]{0,127}$/), value);
export type Preferences = z.infer<typeof preferencesSchema>;

export const getPreferences = endpoint({
  method: 'GET',
  path: '/api/preferences',
  capability: 'account.manageOwn',
  summary: "This person's preferences, by name.",
  response: preferencesSchema,
});
export const changePreferences = endpoint({
  method: 'PUT',
  path: '/api/preferences',
  capability: 'account.manageOwn',
  summary: 'Sets the given preferences, deletes those given as null, and keeps the others.',
  body: withMembersUpTo(preferencesSchema, LIMITS.preferences),
  response: preferencesSchema,
});
