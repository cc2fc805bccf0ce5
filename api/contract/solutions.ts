import { z } from 'zod';
import { ASSESSMENT_TYPES } from '../../domain/assessment/types.ts';
import { LIMITS } from '../../domain/limits/limits.ts';
import { TYPED_LIMIT } from '../../domain/text/text-limits.ts';
import { endpoint } from './endpoint.ts';
import {
  asOfQuery,
  fileReferenceSchema,
  id,
  idParams,
  instant,
  jsonText,
  listOf,
  messageSchema,
  text,
  version,
} from './values.ts';

const nullableText = z.string().nullable();

export const solutionSchema = z.object({
  _id: z.string(),
  version,
  assessmentId: z.string(),
  applicationId: z.string(),
  organizationId: z.string(),
  type: z.enum(ASSESSMENT_TYPES),
  startedAt: instant,
  timeLimitMinutes: z.number().nullable(),
  /** A quiz ends then; a project is late. */
  dueAt: instant.nullable(),
  answers: z.array(nullableText),
  /** For the applicant, Owners and Admins. */
  submission: fileReferenceSchema.nullable().optional(),
  submittedAt: instant.nullable(),
  score: z.number().nullable(),
  isLate: z.boolean(),
  /** Outdated by a later one, or about to be. */
  isRetaken: z.boolean(),
  externalDetailsUrl: nullableText,
});
export type Solution = z.infer<typeof solutionSchema>;

export const listSolutions = endpoint({
  method: 'GET',
  path: '/api/solutions',
  capability: 'application.read',
  summary: 'Solutions of one application, oldest first; with ignoreOutdated=true only those that count.',
  query: z.object({ appId: id, ignoreOutdated: z.enum(['true', 'false']).optional() }),
  response: z.array(solutionSchema),
});
export const startSolution = endpoint({
  method: 'POST',
  path: '/api/solutions',
  capability: 'solution.write',
  summary: 'Starts an assessment, or returns the running attempt.',
  body: z.object({ assessmentId: id, applicationId: id }),
  response: solutionSchema,
});
export const getSolution = endpoint({
  method: 'GET',
  path: '/api/solutions/{id}',
  capability: 'application.read',
  pastCapability: 'application.readPast',
  summary: 'One solution.',
  params: idParams,
  query: asOfQuery,
  response: solutionSchema,
});
export const changeSolution = endpoint({
  method: 'PUT',
  path: '/api/solutions/{id}',
  capability: 'solution.write',
  summary: 'Saves answers; submittedAt submits the quiz, isRetaken allows the next attempt.',
  params: idParams,
  body: z.object({
    version: version.nullish(),
    answers: listOf(
      text.transform((answer) => answer ?? null),
      LIMITS.questions,
    ).nullish(),
    /** Any value submits; the server sets the time. */
    submittedAt: z.string().max(TYPED_LIMIT).nullish(),
    isRetaken: z.boolean().nullish(),
  }),
  response: solutionSchema,
});

/** The result is in `content`. Results of unknown people are accepted too. */
export const inboundWebhook = endpoint({
  method: 'POST',
  path: '/api/inbound-webhook',
  capability: 'inboundWebhook.receive',
  summary:
    'Receives a result from a provider of external assessments: {source, secretToken, event, userEmail, detailsUrl} as JSON text.',
  query: z.object({ organizationId: id, assessmentId: id }),
  body: z.object({ content: jsonText }),
  response: messageSchema,
});
