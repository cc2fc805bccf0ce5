import type { Question } from '../assessment/events.ts';
import type { AssessmentType } from '../assessment/types.ts';
import { aggregate } from '../event-sourcing/aggregate.ts';
import { accept, type FieldError, type Result, reject } from '../event-sourcing/decision.ts';
import type { FileReference } from '../file/file-reference.ts';
import { bytesOf, inBytes, QUOTAS } from '../limits/quotas.ts';
import { TEXTS } from '../text/texts.ts';
import type { SolutionEvent } from './events.ts';
import { isEveryAnswered, scoreOf } from './grading.ts';
import { currentSolution, dueAt, findSolution, isTimeUp, type Solution, type Solutions, solutionId } from './state.ts';

type Command<Type extends string, Data> = { readonly type: Type; readonly data: Readonly<Data> };

export interface Terms {
  readonly assessmentId: string;
  readonly assessmentVersion: number;
  readonly organizationId: string;
  readonly type: AssessmentType;
  readonly questionCount: number;
  readonly timeLimitMinutes: number | null;
}
interface Asked {
  readonly solutionId: string;
  readonly questions: readonly Question[];
}

export type SolutionCommand =
  | Command<'StartSolution', { applicationId: string; terms: Terms }>
  /** By position of the question; null removes an answer. */
  | Command<'SaveAnswers', Asked & { answers: Readonly<Record<number, unknown>> }>
  | Command<'SubmitQuiz', Asked>
  | Command<'EndQuiz', Asked>
  | Command<'SubmitProject', { solutionId: string; submission: FileReference }>
  | Command<'ReportResult', { applicationId: string; terms: Terms; detailsUrl: string | null }>
  | Command<'Retake', { solutionId: string }>
  | Command<'CopySolution', { applicationId: string; original: Solution }>;

type Decision = Result<readonly SolutionEvent[]>;
const nothing: Decision = accept([]);

/** One stream per application, so that each assessment has one current solution. */
export const solution = aggregate<Solutions, SolutionEvent, SolutionCommand>({
  category: 'solution',
  initial: { solutions: [] },

  evolve: {
    SolutionStarted: ({ solutions }, { data, at }) => {
      const { solutionId: _id, questionCount, ...terms } = data;
      const started = { ...UNTOUCHED, ...terms, _id, startedAt: at, answers: Array(questionCount).fill(null) };
      return { solutions: [...solutions, started] };
    },
    AnswersSaved: (state, { data, personal }) =>
      personal ? change(state, data.solutionId, { answers: personal.answers }) : state,
    SolutionSubmitted: (state, { data, personal, at }) =>
      change(state, data.solutionId, {
        submittedAt: at,
        score: data.score,
        isLate: data.isLate,
        submission: personal?.submission ?? null,
        externalDetailsUrl: personal?.externalDetailsUrl ?? null,
      }),
    SolutionRetaken: (state, { data }) => change(state, data.solutionId, { isRetaken: true }),
    SolutionCopied: ({ solutions }, { data, personal }) => {
      const { solutionId: _id, questionCount, fromId, ...rest } = data;
      const blank = { answers: Array(questionCount).fill(null), submission: null, externalDetailsUrl: null };
      return { solutions: [...solutions, { ...UNTOUCHED, ...rest, ...(personal ?? blank), _id, copiedFrom: fromId }] };
    },
  },

  decide: {
    StartSolution: ({ applicationId, terms }, state) => {
      const current = currentSolution(state, terms.assessmentId);
      if (current) return current.submittedAt === null ? nothing : refuse(TEXTS.assessments.alreadySubmitted);
      if (terms.type === 'external') return refuse(TEXTS.assessments.takenElsewhere);
      if (terms.type === 'quiz' && terms.questionCount === 0) return refuse(TEXTS.assessments.noQuestions);
      return accept([started(state, applicationId, terms)]);
    },

    SaveAnswers: ({ solutionId: id, answers, questions }, state, { at }) => {
      const found = findSolution(state, id);
      if (!found) return notFound();
      const wanted = found.answers.map((answer, index) => (Object.hasOwn(answers, index) ? answers[index] : answer));
      if (wanted.every((answer, index) => answer === found.answers[index])) return nothing;
      if (found.submittedAt !== null) return refuse(TEXTS.assessments.isSubmitted);
      if (isTimeUp(found, at)) return refuse(TEXTS.assessments.timeIsUp);
      const errors = errorsOf(wanted, questions);
      if (errors[0]) return reject('refused', errors[0].message, errors);
      const limit = QUOTAS.application.solutionsBytes;
      const others = state.solutions.reduce((sum, one) => sum + (one === found ? 0 : bytesOf(one.answers)), 0);
      const isGrowing = bytesOf(wanted) > bytesOf(found.answers);
      if (isGrowing && others + bytesOf(wanted) > limit) return refuse(TEXTS.quotas.solutions(inBytes(limit)));
      return accept([{ type: 'AnswersSaved', data: names(found), personal: { answers: wanted as (string | null)[] } }]);
    },

    /** After the limit the saved answers count, as when the timer ends it. */
    SubmitQuiz: ({ solutionId: id, questions }, state, { at }) => {
      const found = findSolution(state, id);
      if (!found) return notFound();
      if (found.submittedAt !== null) return nothing;
      if (found.type !== 'quiz') return refuse(TEXTS.assessments.submitsByFile);
      if (!isEveryAnswered(found.answers) && !isTimeUp(found, at)) return refuse(TEXTS.assessments.answerEveryQuestion);
      return accept([graded(found, questions)]);
    },
    EndQuiz: ({ solutionId: id, questions }, state, { at }) => {
      const found = findSolution(state, id);
      if (!found || found.submittedAt !== null || !isTimeUp(found, at)) return nothing;
      return accept([graded(found, questions)]);
    },

    SubmitProject: ({ solutionId: id, submission }, state, { at }) => {
      const found = findSolution(state, id);
      if (!found) return notFound();
      if (found.type !== 'project') return refuse(TEXTS.assessments.takesNoFile);
      if (found.submission?.fileId === submission.fileId) return nothing;
      if (found.submittedAt !== null) return refuse(TEXTS.assessments.isSubmitted);
      const due = dueAt(found);
      const isLate = due !== null && at > due;
      return accept([submitted(found, { score: null, isLate }, { submission, externalDetailsUrl: null })]);
    },

    ReportResult: ({ applicationId, terms, detailsUrl }, state) => {
      if (currentSolution(state, terms.assessmentId)) return nothing;
      const start = started(state, applicationId, { ...terms, type: 'external' });
      const outcome = { submission: null, externalDetailsUrl: detailsUrl };
      return accept([start, submitted({ ...start.data, _id: start.data.solutionId }, ON_TIME, outcome)]);
    },

    Retake: ({ solutionId: id }, state) => {
      const found = findSolution(state, id);
      if (!found) return notFound();
      if (found.isRetaken) return nothing;
      if (found.submittedAt === null) return refuse(TEXTS.assessments.notSubmitted);
      const { retakes } = QUOTAS.application;
      const isRetake = ({ assessmentId, isRetaken }: Solution) => isRetaken && assessmentId === found.assessmentId;
      if (state.solutions.filter(isRetake).length >= retakes) return refuse(TEXTS.quotas.retakes(retakes));
      return accept([{ type: 'SolutionRetaken', data: names(found) }]);
    },

    CopySolution: ({ applicationId, original }, state) => {
      const isCopied = state.solutions.some(({ copiedFrom }) => copiedFrom === original._id);
      if (isCopied || original.submittedAt === null || currentSolution(state, original.assessmentId)) return nothing;
      const { _id, isRetaken, copiedFrom, answers, submission, externalDetailsUrl, submittedAt, ...rest } = original;
      const id = solutionId(applicationId, state.solutions.length + 1);
      const data = { ...rest, submittedAt, solutionId: id, fromId: _id, questionCount: answers.length };
      const personal = { answers: [...answers], submission, externalDetailsUrl };
      return accept([{ type: 'SolutionCopied', data, personal }]);
    },
  },
});

const UNTOUCHED = {
  submission: null,
  submittedAt: null,
  score: null,
  isLate: false,
  isRetaken: false,
  externalDetailsUrl: null,
  copiedFrom: null,
} as const;
const ON_TIME = { score: null, isLate: false };

type EventNamed<Type> = Extract<SolutionEvent, { type: Type }>;
type Outcome = NonNullable<EventNamed<'SolutionSubmitted'>['personal']>;

const names = ({ _id, assessmentId }: Pick<Solution, '_id' | 'assessmentId'>) => ({ solutionId: _id, assessmentId });

const started = ({ solutions }: Solutions, applicationId: string, terms: Terms) =>
  ({
    type: 'SolutionStarted',
    data: { ...terms, solutionId: solutionId(applicationId, solutions.length + 1) },
  }) as const satisfies SolutionEvent;

const submitted = (
  found: Pick<Solution, '_id' | 'assessmentId'>,
  result: { readonly score: number | null; readonly isLate: boolean },
  personal: Outcome,
): EventNamed<'SolutionSubmitted'> => ({ type: 'SolutionSubmitted', data: { ...names(found), ...result }, personal });

const graded = (found: Solution, questions: readonly Question[]) =>
  submitted(
    found,
    { score: scoreOf(questions, found.answers), isLate: false },
    { submission: null, externalDetailsUrl: null },
  );

const change = ({ solutions }: Solutions, id: string, changes: Partial<Solution>): Solutions => ({
  solutions: solutions.map((one) => (one._id === id ? { ...one, ...changes } : one)),
});

const errorsOf = (answers: readonly unknown[], questions: readonly Question[]): readonly FieldError[] =>
  answers.flatMap((answer, index) => {
    const isOption = questions[index]?.options.some(({ value }) => value === answer) ?? false;
    return answer === null || isOption
      ? []
      : [{ field: `answers[${index}]`, message: TEXTS.assessments.answerUnknown(index + 1) }];
  });

const refuse = (message: string) => reject('refused', message);
const notFound = () => reject('not-found', TEXTS.access.notFound);
