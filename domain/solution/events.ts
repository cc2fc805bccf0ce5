import { z } from 'zod';
import { ASSESSMENT_TYPES } from '../assessment/types.ts';
import { defineEvent, type EventOf } from '../event-sourcing/event.ts';
import { FILE_REFERENCE } from '../file/file-reference.ts';

const named = z.object({ solutionId: z.string(), assessmentId: z.string() });
const answers = z.array(z.string().nullable());
const outcome = z.object({ submission: FILE_REFERENCE.nullable(), externalDetailsUrl: z.string().nullable() });

/** The assessment's revision and time limit at the start of the solution. */
const terms = named.extend({
  organizationId: z.string(),
  assessmentVersion: z.number().int(),
  type: z.enum(ASSESSMENT_TYPES),
  questionCount: z.number().int(),
  timeLimitMinutes: z.number().nullable(),
});

export const SolutionStarted = defineEvent({
  type: 'SolutionStarted',
  audience: { document: 'solutions' },
  data: terms,
});

/** All current answers, not the difference. */
export const AnswersSaved = defineEvent({
  type: 'AnswersSaved',
  audience: { document: 'solutions' },
  data: named,
  personal: z.object({ answers }),
});

/** By the applicant, by the timer (`system`) or by a provider; `score` is a percentage, for a quiz only. */
export const SolutionSubmitted = defineEvent({
  type: 'SolutionSubmitted',
  audience: { document: 'solutions' },
  data: named.extend({ score: z.number().nullable(), isLate: z.boolean() }),
  personal: outcome,
});

/** The submitted solution is outdated and kept; the next one may start. */
export const SolutionRetaken = defineEvent({
  type: 'SolutionRetaken',
  audience: { document: 'solutions' },
  data: named,
});

/** A submitted solution, copied by a transfer from the original application. */
export const SolutionCopied = defineEvent({
  type: 'SolutionCopied',
  audience: { document: 'solutions' },
  data: terms.extend({
    fromId: z.string(),
    startedAt: z.string(),
    submittedAt: z.string(),
    score: z.number().nullable(),
    isLate: z.boolean(),
  }),
  personal: outcome.extend({ answers }),
});

export const SOLUTION_EVENTS = [
  SolutionStarted,
  AnswersSaved,
  SolutionSubmitted,
  SolutionRetaken,
  SolutionCopied,
] as const;
export type SolutionEvent = EventOf<(typeof SOLUTION_EVENTS)[number]>;
