import {
  type FieldRules,
  optionalFile,
  optionalForm,
  optionalText,
  requiredName,
} from '../configuration/field-rules.ts';
import { PARAGRAPH_LIMIT } from '../text/text-limits.ts';
import { TEXTS } from '../text/texts.ts';
import { isEncodedAddress } from '../values/web-address.ts';
import type { AssessmentDetails } from './events.ts';
import { questionsRule } from './questions.ts';
import { ASSESSMENT_TYPES } from './types.ts';

export const DEFAULT_TIME_LIMIT_MINUTES = 60;
/** Characters of a new secret with which a provider sends results. */
export const SHORTEST_SECRET = 16;
export const LONGEST_MINUTES = 366 * 24 * 60;

const isTimeLimit = (minutes: number) => Number.isInteger(minutes) && minutes >= 1 && minutes <= LONGEST_MINUTES;

export const ASSESSMENT_RULES: FieldRules<AssessmentDetails> = {
  name: requiredName,
  type: (wanted) =>
    wanted !== null && ASSESSMENT_TYPES.includes(wanted)
      ? { value: wanted }
      : { message: TEXTS.assessments.typeMissing },
  description: optionalText(PARAGRAPH_LIMIT),
  instructions: optionalText(PARAGRAPH_LIMIT),
  timeLimitMinutes: (wanted) =>
    wanted === null || isTimeLimit(wanted) ? { value: wanted } : { message: TEXTS.assessments.timeLimitInvalid },
  attachment: optionalFile,
  questions: questionsRule,
  externalAssessmentUrl: optionalForm(isEncodedAddress, TEXTS.assessments.urlInvalid),
  messagingSecretId: optionalText(),
};
