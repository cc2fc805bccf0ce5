import { z } from 'zod';
import { LONGEST_MINUTES, SHORTEST_SECRET } from '../../domain/assessment/details.ts';
import { ASSESSMENT_TYPES } from '../../domain/assessment/types.ts';
import { LIMITS } from '../../domain/limits/limits.ts';
import { TEXT_LIMIT, WEB_ADDRESS_LIMIT } from '../../domain/text/text-limits.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { FILE_ADDRESS } from '../../domain/values/web-address.ts';
import { endpoint } from './endpoint.ts';
import { jsonSchemaOf, published, requiring } from './published.ts';
import {
  asOfQuery,
  fileReferenceSchema,
  id,
  idParams,
  inOrganization,
  instant,
  jsonText,
  listOf,
  orNull,
  paragraph,
  seenText,
  text,
  version,
  versionText,
  webAddress,
} from './values.ts';
import { restoreOf, versionsOf } from './versions.ts';

const nullableText = z.string().nullable();

export const quizOptionSchema = z.object({
  _id: z.string(),
  value: z.string(),
  /** Staff only. */
  isCorrect: z.boolean().optional(),
});
export const questionSchema = z.object({
  _id: z.string(),
  prompt: z.string(),
  imageUrl: nullableText,
  details: nullableText,
  options: z.array(quizOptionSchema),
});

export const assessmentSchema = z.object({
  _id: z.string(),
  version,
  organizationId: z.string(),
  createdAt: instant,
  name: z.string(),
  type: z.enum(ASSESSMENT_TYPES),
  description: nullableText,
  instructions: nullableText,
  timeLimitMinutes: z.number().nullable(),
  attachment: fileReferenceSchema.nullable(),
  questionCount: z.int(),
  /** For an applicant, those at the start of the solution, and only after it. */
  questions: z.array(questionSchema).optional(),
  externalAssessmentUrl: nullableText,
  /** For Owners and Admins; masked. */
  messagingSecretToken: nullableText.optional(),
});
export type Question = z.infer<typeof questionSchema>;
export type Assessment = z.infer<typeof assessmentSchema>;

/** One of them is right. */
const quizOption = requiring(
  z.object({ _id: id.nullish(), value: seenText(), isCorrect: z.boolean().nullish() }),
  'value',
);
const quizOptions = published(listOf(quizOption, LIMITS.options).nullish(), {
  type: 'array',
  minItems: 1,
  maxItems: LIMITS.options,
  items: jsonSchemaOf(quizOption, 'input'),
  contains: { type: 'object', properties: { isCorrect: { const: true } }, required: ['isCorrect'] },
});

const assessmentBody = z.object({
  version: version.nullish(),
  name: seenText(),
  type: published(z.enum(ASSESSMENT_TYPES, TEXTS.assessments.typeMissing).nullish(), { enum: ASSESSMENT_TYPES }),
  description: paragraph,
  instructions: paragraph,
  timeLimitMinutes: published(z.number().nullish(), {
    type: ['integer', 'null'],
    minimum: 1,
    maximum: LONGEST_MINUTES,
  }),
  attachment: fileReferenceSchema.nullish(),
  /** A question without an `_id` is new. */
  questions: listOf(
    requiring(
      z.object({
        _id: id.nullish(),
        prompt: seenText(),
        imageUrl: published(z.string().max(WEB_ADDRESS_LIMIT).nullish(), {
          type: ['string', 'null'],
          format: 'uri-reference',
          maxLength: WEB_ADDRESS_LIMIT,
          pattern: FILE_ADDRESS.source,
        }),
        details: paragraph,
        options: quizOptions,
      }),
      'prompt',
      'options',
    ),
    LIMITS.questions,
  ).nullish(),
  externalAssessmentUrl: published(z.string().max(WEB_ADDRESS_LIMIT).nullish(), orNull(webAddress)),
  messagingSecretToken: published(text, {
    type: ['string', 'null'],
    // Other characters are taken if everyone can see them; spaces do not count.
    pattern: `^[!-~]{${SHORTEST_SECRET},}$`,
    maxLength: TEXT_LIMIT,
  }),
});

export const listAssessments = endpoint({
  method: 'GET',
  path: '/api/assessments',
  capability: 'assessment.read',
  pastCapability: 'history.read',
  summary:
    'Assessments, oldest first: all for staff, those offered to them for applicants. `asOf` returns all as of a time to those who read the history.',
  query: asOfQuery,
  response: z.array(assessmentSchema),
});
export const createAssessment = endpoint({
  method: 'POST',
  path: '/api/assessments',
  capability: 'assessment.write',
  confirmation: 'sometimes',
  summary: 'Creates an assessment.',
  body: requiring(assessmentBody.extend(inOrganization), 'name'),
  response: assessmentSchema,
});
export const getAssessment = endpoint({
  method: 'GET',
  path: '/api/assessments/{id}',
  capability: 'assessment.read',
  summary:
    'One assessment, as this person may see it. `asOf` returns it as of a time, `version` one of its versions to staff; `version` takes precedence.',
  params: idParams,
  query: asOfQuery.extend({ applicationId: id.optional(), version: versionText.optional() }),
  response: assessmentSchema,
});
export const changeAssessment = endpoint({
  method: 'PUT',
  path: '/api/assessments/{id}',
  capability: 'assessment.write',
  confirmation: 'sometimes',
  summary: 'Changes what differs. Started solutions keep their questions and time limit.',
  params: idParams,
  body: assessmentBody,
  response: assessmentSchema,
});

export const assessmentVersions = versionsOf('assessments');
export const restoreAssessment = restoreOf('assessments', 'assessment.write', assessmentSchema);

export const assessmentTakers = endpoint({
  method: 'GET',
  path: '/api/assessments/{id}/takers',
  capability: 'assessment.write',
  summary: 'How many applicants are taking the quiz now.',
  params: idParams,
  response: z.object({ running: z.int() }),
});

/** `content` is a result as a provider would send it. */
export const testReport = endpoint({
  method: 'POST',
  path: '/api/assessments/{id}/testReport',
  capability: 'assessment.write',
  summary: 'What the inbound webhook would answer to a result of this assessment; records nothing.',
  params: idParams,
  body: z.object({ content: jsonText }),
  response: z.object({
    /** As read from `content`; null for a member that is no text. */
    arrived: z.object({
      source: nullableText,
      event: nullableText,
      userEmail: nullableText,
      detailsUrl: nullableText,
    }),
    isSecretRight: z.boolean(),
    /** The application that the result would complete; null if there is none. */
    applicationId: z.string().nullable(),
    message: z.string(),
  }),
});

export const providerCalls = endpoint({
  method: 'GET',
  path: '/api/assessments/{id}/calls',
  capability: 'assessment.write',
  summary:
    'The last calls that the inbound webhook received about an external assessment, newest first: 10 accepted and 5 refused ones. Of refused calls, one every ten seconds is listed.',
  params: idParams,
  response: z.array(
    z.object({
      at: instant,
      isAccepted: z.boolean(),
      /** The text of the answer. */
      answer: z.string(),
      /** The application that the result belongs to; null without one. */
      applicationId: z.string().nullable(),
    }),
  ),
});
