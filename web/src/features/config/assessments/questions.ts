import type { FieldValue } from '../../../../../domain/application/events.ts';
import { textOf } from '../../../../../domain/application/field-value.ts';
import type { Question } from '../../../../../domain/assessment/events.ts';
import { questionsRule } from '../../../../../domain/assessment/questions.ts';
import { counted } from '../../../../../domain/text/counted.ts';

type Sent = Pick<Question, '_id' | 'prompt' | 'imageUrl' | 'details'> & {
  readonly options: readonly {
    readonly _id: string;
    readonly value: string;
    readonly isCorrect?: boolean | undefined;
  }[];
};

/** The questions as the text of a form, equal for equal questions; no questions are the empty text. */
export const writeQuestions = (questions: readonly Sent[]): string =>
  questions.length === 0
    ? ''
    : JSON.stringify(
        questions.map(({ _id, prompt, imageUrl, details, options }) => ({
          _id,
          prompt,
          imageUrl,
          details,
          options: options.map((option) => ({
            _id: option._id,
            value: option.value,
            isCorrect: option.isCorrect === true,
          })),
        })),
      );

export function readQuestions(value: FieldValue): Question[] {
  const text = textOf(value);
  return text === '' ? [] : (JSON.parse(text) as Question[]);
}

export function questionsProblem(value: FieldValue): string | null {
  const checked = questionsRule(readQuestions(value));
  return 'message' in checked ? checked.message : null;
}

/** Of a list of questions, or of one question, which is what the history compares. */
export function questionsInWords(value: FieldValue): string {
  const parsed = JSON.parse(textOf(value) || '[]') as Question | readonly Question[];
  if (!Array.isArray(parsed)) return questionInWords(parsed as Question);
  if (parsed.length === 0) return '';
  return `${counted(parsed.length, 'question', 'questions')}: ${parsed.map(({ prompt }) => prompt).join(' · ')}`;
}

function questionInWords({ prompt, imageUrl, details, options }: Question): string {
  const choices = options.map(({ value, isCorrect }) => (isCorrect ? `${value} (correct)` : value)).join(', ');
  return [`${prompt} ${choices}`, details, imageUrl && 'with a picture'].filter(Boolean).join('; ');
}

export const nameOfQuestion = ({ prompt }: Pick<Question, 'prompt'>, index: number): string => {
  const words = prompt.trim().replace(/\s+/g, ' ');
  if (words === '') return `Question ${index + 1}`;
  return words.length > 60 ? `${words.slice(0, 60).trimEnd()}…` : words;
};

export const blankOption = () => ({ _id: crypto.randomUUID(), value: '', isCorrect: false });

export const blankQuestion = (): Question => ({
  _id: crypto.randomUUID(),
  prompt: '',
  imageUrl: null,
  details: null,
  options: [blankOption(), blankOption()],
});

/** A copy with its own ids, so that a change of one does not change the other. */
export const copyOf = (question: Question): Question => ({
  ...question,
  _id: crypto.randomUUID(),
  options: question.options.map((option) => ({ ...option, _id: crypto.randomUUID() })),
});
