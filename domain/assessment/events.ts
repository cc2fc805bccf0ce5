import { z } from 'zod';
import { configuredEvents } from '../configuration/configured-document.ts';
import { defineEvent, type EventOf } from '../event-sourcing/event.ts';
import { FILE_REFERENCE } from '../file/file-reference.ts';
import { ASSESSMENT_TYPES } from './types.ts';

/** Several options of a question may be correct; choosing one of them suffices. */
export const QUIZ_OPTION = z.object({ _id: z.string(), value: z.string(), isCorrect: z.boolean() });
export type QuizOption = z.infer<typeof QUIZ_OPTION>;

/** `details` is markdown; `imageUrl` is a path of this site or an https address. */
export const QUESTION = z.object({
  _id: z.string(),
  prompt: z.string(),
  imageUrl: z.string().nullable(),
  details: z.string().nullable(),
  options: z.array(QUIZ_OPTION),
});
export type Question = z.infer<typeof QUESTION>;

export const ASSESSMENT_DETAILS = z.object({
  name: z.string(),
  type: z.enum(ASSESSMENT_TYPES),
  description: z.string().nullable(),
  instructions: z.string().nullable(),
  timeLimitMinutes: z.number().nullable(),
  attachment: FILE_REFERENCE.nullable(),
  questions: z.array(QUESTION),
  externalAssessmentUrl: z.string().nullable(),
  messagingSecretId: z.string().nullable(),
});
export type AssessmentDetails = z.infer<typeof ASSESSMENT_DETAILS>;

/** A provider reported a result that matches no application; the email is not stored. */
export const ExternalResultUnmatched = defineEvent({
  type: 'ExternalResultUnmatched',
  audience: { document: 'assessment' },
  data: z.object({}),
});

export const ASSESSMENT_EVENTS = [
  ...configuredEvents('Assessment', ASSESSMENT_DETAILS, { document: 'assessment' }),
  ExternalResultUnmatched,
] as const;
export type AssessmentEvent = EventOf<(typeof ASSESSMENT_EVENTS)[number]>;
