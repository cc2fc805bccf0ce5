import type { Question } from '../../../../../domain/assessment/events.ts';
import { questionsRule } from '../../../../../domain/assessment/questions.ts';
import { LIMITS } from '../../../../../domain/limits/limits.ts';
import { markerOf, paragraphsIn } from '../../../../../domain/text/paragraphs.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';

export interface PastedQuestion {
  readonly question: Question;
  /** What must be corrected before the quiz can be saved. */
  readonly problem: string | null;
}

export interface Pasted {
  readonly questions: readonly PastedQuestion[];
  /** How many more there are than the quiz can take. */
  readonly leftOut: number;
}

/** A question for each paragraph: its first line is the prompt, each further line an option, the correct ones starred. */
export function pastedQuestions(text: string, room: number = LIMITS.questions): Pasted {
  const paragraphs = paragraphsIn(text);
  const questions = paragraphs.slice(0, room).map(([prompt = '', ...lines]) => {
    const question = {
      _id: crypto.randomUUID(),
      prompt,
      imageUrl: null,
      details: null,
      // One too many shows that there are too many; a card with thousands would block the page.
      options: optionsIn(lines.slice(0, LIMITS.options + 1)),
    };
    return { question, problem: problemOf(question) };
  });
  return { questions, leftOut: paragraphs.length - questions.length };
}

function optionsIn(lines: readonly string[]): Question['options'] {
  const marked = lines.map(withoutStar);
  const marker = markerOf(marked.map(({ value }) => value));
  return marked.map(({ value, isCorrect }) => {
    const { value: bare, isCorrect: isStarred } = withoutStar(marker ? value.replace(marker, '') : value);
    return { _id: crypto.randomUUID(), value: bare, isCorrect: isCorrect || isStarred };
  });
}

/** The star may stand before or after the option. */
function withoutStar(line: string): { readonly value: string; readonly isCorrect: boolean } {
  if (line.startsWith('*')) return { value: line.slice(1).trim(), isCorrect: true };
  return line.endsWith('*') ? { value: line.slice(0, -1).trim(), isCorrect: true } : { value: line, isCorrect: false };
}

function problemOf(question: Question): string | null {
  const { options } = question;
  if (options.length > LIMITS.options) return TEXTS.assessmentEditor.tooManyOptions(LIMITS.options);
  if (options.length === 0) return TEXTS.assessmentEditor.noOptions;
  if (!options.some(({ isCorrect }) => isCorrect)) return TEXTS.assessmentEditor.noneCorrect;
  if (new Set(options.map(({ value }) => value)).size < options.length) return TEXTS.assessmentEditor.optionTwice;
  return 'message' in questionsRule([question]) ? TEXTS.assessmentEditor.badText : null;
}
