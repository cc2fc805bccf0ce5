import {
  type FieldRules,
  optionalFile,
  optionalForm,
  optionalText,
  PARAGRAPH_LIMIT,
  requiredText,
} from '../field-rules.ts';
import { TEXTS } from '../texts.ts';
import type { AssessmentDetails } from './events.ts';
import { questionsRule } from './questions.ts';
import { ASSESSMENT_TYPES } from './types.ts';

/** Spec §9. */
export const DEFAULT_TIME_LIMIT_MINUTES = 60;
const LONGEST_MINUTES = 366 * 24 * 60;
const URL_LIMIT = 2000;

const isTimeLimit = (minutes: number) => Number.isInteger(minutes) && minutes >= 1 && minutes <= LONGEST_MINUTES;

/** An address that people may be sent to. */
export const isWebAddress = (url: string): boolean =>
  url.length <= URL_LIMIT && /^https?:\/\//i.test(url) && !/[\s\p{Cc}]/u.test(url) && URL.canParse(url);

export const ASSESSMENT_RULES: FieldRules<AssessmentDetails> = {
  name: requiredText('Name'),
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
  externalAssessmentUrl: optionalForm(isWebAddress, TEXTS.assessments.urlInvalid),
  messagingSecretId: optionalText(),
};
