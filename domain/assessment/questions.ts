import { type FieldRule, PARAGRAPH_LIMIT, TEXT_LIMIT } from '../field-rules.ts';
import { isFileUrl } from '../file-reference.ts';
import { TEXTS } from '../texts.ts';
import type { Question } from './events.ts';

/** Cleaned questions that can be asked and graded, or what keeps the first wrong one from it. */
export const questionsRule: FieldRule<Question[]> = (wanted) => {
  const questions = (wanted ?? []).map(cleaned);
  const messages = questions.flatMap((question, index) => faultOf(question, index + 1) ?? []);
  return messages[0] === undefined ? { value: questions } : { message: messages[0] };
};

const cleaned = (question: Question): Question => ({
  ...question,
  prompt: question.prompt.trim(),
  imageUrl: question.imageUrl?.trim() || null,
  details: question.details?.trim() || null,
  options: question.options.map((option) => ({ ...option, value: option.value.trim() })),
});

function faultOf({ prompt, imageUrl, details, options }: Question, number: number): string | null {
  const { assessments } = TEXTS;
  if (prompt === '') return assessments.questionPromptMissing(number);
  if ([prompt, ...options.map(({ value }) => value)].some((text) => text.length > TEXT_LIMIT)) {
    return assessments.questionTextTooLong(number);
  }
  if ((details?.length ?? 0) > PARAGRAPH_LIMIT) return assessments.questionTextTooLong(number);
  if (imageUrl !== null && !isFileUrl(imageUrl)) return assessments.questionImageInvalid(number);
  if (options.length === 0 || options.some(({ value }) => value === '')) {
    return assessments.questionOptionsMissing(number);
  }
  if (new Set(options.map(({ value }) => value)).size < options.length) return assessments.questionOptionsAlike(number);
  return options.some(({ isCorrect }) => isCorrect) ? null : assessments.questionAnswerMissing(number);
}
