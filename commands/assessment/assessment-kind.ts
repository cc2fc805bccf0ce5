import { type AssessmentState, assessment } from '../../domain/assessment/assessment.ts';
import type { AssessmentDetails, AssessmentEvent } from '../../domain/assessment/events.ts';
import type { ConfiguredKind } from '../documents/configured-kind.ts';
import type { JsonObject } from '../handling/diff-document.ts';

const OPTIONS = { list: { key: '_id', isOrdered: true, item: { value: 'value', isCorrect: 'value' } } } as const;

/** `_id` identifies questions and options, so that two authors can edit one quiz. */
export const ASSESSMENTS: ConfiguredKind<AssessmentDetails, AssessmentEvent, AssessmentState> = {
  aggregate: assessment,
  shapes: {
    questions: {
      list: {
        key: '_id',
        isOrdered: true,
        item: { prompt: 'value', imageUrl: 'value', details: 'value', options: OPTIONS },
      },
    },
  },
  read(sent, newId) {
    if (!('questions' in sent)) return sent;
    const questions = withIds(sent.questions, 'question', newId);
    return {
      ...sent,
      questions: questions?.map((question) =>
        'options' in question
          ? { ...question, options: withIds(question.options, `option:${String(question._id)}`, newId) }
          : question,
      ),
    };
  },
};

/** Gives new elements an `_id`; null becomes an empty list. */
const withIds = (list: unknown, label: string, newId: (label: string) => string): JsonObject[] | undefined =>
  list === undefined
    ? undefined
    : asList(list).map((element, index) => ({ ...element, _id: element._id ?? newId(`${label}:${index}`) }));

const asList = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value : []);
