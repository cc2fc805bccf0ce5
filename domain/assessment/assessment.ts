import {
  type ConfiguredCommand,
  type ConfiguredState,
  configuredTables,
} from '../configuration/configured-document.ts';
import { aggregate } from '../event-sourcing/aggregate.ts';
import { accept, type FieldError, reject } from '../event-sourcing/decision.ts';
import { LIMITS } from '../limits/limits.ts';
import { type ListShapes, listErrors, listOf } from '../limits/list-limits.ts';
import { TEXTS } from '../text/texts.ts';
import { ASSESSMENT_RULES, DEFAULT_TIME_LIMIT_MINUTES } from './details.ts';
import type { AssessmentDetails, AssessmentEvent } from './events.ts';

export type AssessmentState = ConfiguredState<AssessmentDetails>;

export type AssessmentCommand =
  | ConfiguredCommand<AssessmentDetails>
  | { readonly type: 'NoteUnmatchedResult'; readonly data: Readonly<Record<never, never>> };

const BLANK: AssessmentDetails = {
  name: '',
  type: 'quiz',
  description: null,
  instructions: null,
  timeLimitMinutes: null,
  attachment: null,
  questions: [],
  externalAssessmentUrl: null,
  messagingSecretId: null,
};

const tables = configuredTables('Assessment', { blank: BLANK, rules: ASSESSMENT_RULES, check });

export const assessment = aggregate<AssessmentState, AssessmentEvent, AssessmentCommand>({
  category: 'assessment',
  initial: tables.initial,
  evolve: { ...tables.evolve, ExternalResultUnmatched: (state) => state },
  decide: {
    ...tables.decide,
    NoteUnmatchedResult: (_, { kind }) =>
      kind === 'document'
        ? accept([{ type: 'ExternalResultUnmatched', data: {} }])
        : reject('not-found', TEXTS.access.notFound),
  },
});

export const timeLimitFor = (type: unknown): number | null => (type === 'external' ? null : DEFAULT_TIME_LIMIT_MINUTES);

const LISTS: ListShapes = {
  questions: listOf('An assessment', 'questions', LIMITS.questions, {
    key: '_id',
    each: { options: listOf('A question', 'options', LIMITS.options) },
  }),
};

function check(details: AssessmentDetails, before: AssessmentDetails | null): readonly FieldError[] {
  return [...listErrors(details, LISTS, before ?? undefined), ...limitErrors(details)];
}

function limitErrors({ type, timeLimitMinutes }: AssessmentDetails): readonly FieldError[] {
  if (type === 'external' || timeLimitMinutes !== null) return [];
  return [{ field: 'timeLimitMinutes', message: TEXTS.documents.valueRequired('Time limit') }];
}
