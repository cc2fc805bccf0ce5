import type { FieldRule } from '../configuration/field-rules.ts';
import { PARAGRAPH_LIMIT, TEXT_LIMIT } from '../text/text-limits.ts';
import { TEXTS } from '../text/texts.ts';
import { isFileAddress } from '../values/web-address.ts';
import type { Question, QuizOption } from './events.ts';

export const questionsRule: FieldRule<Question[]> = (wanted) => {
  const questions = (wanted ?? []).map(cleaned);
  if (hasTwins(questions) || questions.some(({ options }) => hasTwins(options))) {
    return { message: TEXTS.assessments.questionTwins };
  }
  const messages = questions.flatMap((question, index) => faultOf(question, index + 1) ?? []);
  return messages[0] === undefined ? { value: questions } : { message: messages[0] };
};

const cleaned = ({ _id, prompt, imageUrl, details, options }: Incomplete<Question>): Question => ({
  _id,
  prompt: prompt?.trim() ?? '',
  imageUrl: imageUrl?.trim() || null,
  details: details?.trim() || null,
  options: (options ?? []).map((option: Incomplete<QuizOption>) => ({
    _id: option._id,
    value: option.value?.trim() ?? '',
    isCorrect: option.isCorrect === true,
  })),
});

type Incomplete<Element extends { readonly _id: string }> = Pick<Element, '_id'> & {
  readonly [Member in keyof Element]?: Element[Member] | null;
};

const hasTwins = (list: readonly { readonly _id: string }[]): boolean =>
  new Set(list.map(({ _id }) => _id)).size < list.length;

function faultOf({ prompt, imageUrl, details, options }: Question, number: number): string | null {
  const assessments = TEXTS.assessments;
  if (prompt === '') return assessments.questionPromptMissing(number);
  if ([prompt, ...options.map(({ value }) => value)].some((text) => text.length > TEXT_LIMIT)) {
    return assessments.questionTextTooLong(number);
  }
  if ((details?.length ?? 0) > PARAGRAPH_LIMIT) return assessments.questionTextTooLong(number);
  if (imageUrl !== null && !isFileAddress(imageUrl)) return assessments.questionImageInvalid(number);
  if (options.length === 0 || options.some(({ value }) => value === '')) {
    return assessments.questionOptionsMissing(number);
  }
  if (new Set(options.map(({ value }) => value)).size < options.length) return assessments.questionOptionsAlike(number);
  return options.some(({ isCorrect }) => isCorrect) ? null : assessments.questionAnswerMissing(number);
}
