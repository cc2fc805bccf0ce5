import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectRepeatable, specify } from '../../test/support/specification.ts';
import type { Question } from '../assessment/events.ts';
import { TEXTS } from '../text/texts.ts';
import type { SolutionEvent } from './events.ts';
import { scoreOf } from './grading.ts';
import { type SolutionCommand, solution, type Terms } from './solution.ts';
import { applicationOfSolution, isTimeUp, type Solution, submittedSolutions } from './state.ts';

const given = specify(solution);

const question = (n: number, right: string): Question => ({
  _id: `q${n}`,
  prompt: `Question ${n}`,
  imageUrl: null,
  details: null,
  options: ['a', 'b', 'c'].map((value) => ({ _id: value, value, isCorrect: value === right })),
});
const QUESTIONS = [question(1, 'a'), question(2, 'b'), question(3, 'c')];
const QUIZ: Terms = {
  assessmentId: 'quiz',
  assessmentVersion: 4,
  organizationId: 'school',
  type: 'quiz',
  questionCount: 3,
  timeLimitMinutes: 10,
};
const PROJECT: Terms = { ...QUIZ, assessmentId: 'project', type: 'project', questionCount: 0, timeLimitMinutes: 1 };
const EXTERNAL: Terms = {
  ...QUIZ,
  assessmentId: 'external',
  type: 'external',
  questionCount: 0,
  timeLimitMinutes: null,
};
const FILE = { fileId: 'f1', fileName: 'work.zip' };

const start = (terms = QUIZ): SolutionCommand => ({ type: 'StartSolution', data: { applicationId: 'app', terms } });
const started = (terms = QUIZ, n = 1): SolutionEvent => ({
  type: 'SolutionStarted',
  data: { ...terms, solutionId: `app.${n}` },
});
const save = (answers: Record<number, unknown>, solutionId = 'app.1'): SolutionCommand => ({
  type: 'SaveAnswers',
  data: { solutionId, answers, questions: QUESTIONS },
});
const named = { solutionId: 'app.1', assessmentId: 'quiz' };
const saved = (...answers: (string | null)[]): SolutionEvent => ({
  type: 'AnswersSaved',
  data: named,
  personal: { answers },
});
const nothingElse = { submission: null, externalDetailsUrl: null };
const submitted = (score: number | null, of = named, isLate = false, personal: object = {}): SolutionEvent => ({
  type: 'SolutionSubmitted',
  data: { ...of, score, isLate },
  personal: { ...nothingElse, ...personal },
});
const submit: SolutionCommand = { type: 'SubmitQuiz', data: { solutionId: 'app.1', questions: QUESTIONS } };
const end: SolutionCommand = { type: 'EndQuiz', data: { solutionId: 'app.1', questions: QUESTIONS } };
const retake: SolutionCommand = { type: 'Retake', data: { solutionId: 'app.1' } };
const retaken: SolutionEvent = { type: 'SolutionRetaken', data: named };
const minutes = (count: number): SolutionEvent[] => Array(count).fill(saved('a', null, null));

describe('starting', () => {
  test('an attempt keeps the terms of its start', () => {
    given().when(start()).then(started());
    expect(given(started()).state.solutions[0]).toMatchObject({
      _id: 'app.1',
      timeLimitMinutes: 10,
      answers: [null, null, null],
      submittedAt: null,
      isRetaken: false,
    });
  });

  test('starting again continues the running attempt; its clock does not stop', () => {
    given(started()).when(start()).then();
  });

  test('a submitted one starts again only after a retake', () => {
    given(started(), saved('a', 'b', 'c'), submitted(100))
      .when(start())
      .thenRefused('refused', TEXTS.assessments.alreadySubmitted);
    given(started(), saved('a', 'b', 'c'), submitted(100), retaken)
      .when(start())
      .then(started(QUIZ, 2));
  });

  test('an external assessment and a quiz without questions cannot be started', () => {
    given().when(start(EXTERNAL)).thenRefused('refused', TEXTS.assessments.takenElsewhere);
    given()
      .when(start({ ...QUIZ, questionCount: 0 }))
      .thenRefused('refused', TEXTS.assessments.noQuestions);
  });
});

describe('answers of a quiz', () => {
  test('of an application with more than 2 MB of them can shrink, but not grow', () => {
    const long = 'x'.repeat(2 * 1024 * 1024);
    const other = { solutionId: 'app.2', assessmentId: 'other' };
    const filled: SolutionEvent = { type: 'AnswersSaved', data: other, personal: { answers: [long] } };
    const full = [started(), started({ ...QUIZ, assessmentId: 'other' }, 2), filled];
    given(...full, saved('longer', null, null))
      .when(save({ 0: 'a' }))
      .then(saved('a', null, null));
    const questions = QUESTIONS.map((one) => ({ ...one, options: [{ _id: 'd', value: 'longer', isCorrect: true }] }));
    given(...full)
      .when({ type: 'SaveAnswers', data: { solutionId: 'app.1', answers: { 0: 'longer' }, questions } })
      .thenRefused('refused', TEXTS.quotas.solutions('2 MB'));
  });

  test('are saved by position, each an option of its question', () => {
    given(started())
      .when(save({ 1: 'b' }), save({ 0: 'c', 1: null }))
      .then(saved(null, 'b', null), saved('c', null, null));
    given(started())
      .when(save({ 1: 'z' }))
      .thenRefused('refused', TEXTS.assessments.answerUnknown(2), 'answers[1]');
    given(started())
      .when(save({ 0: 7 }))
      .thenRefused('refused', TEXTS.assessments.answerUnknown(1), 'answers[0]');
    given(started())
      .when(save({ 7: 'a' }))
      .then();
    given(started())
      .when(save({ 0: 'a' }, 'app.2'))
      .thenRefused('not-found');
  });

  test('are accepted until the limit', () => {
    given(started(), ...minutes(8))
      .when(save({ 1: 'b' }))
      .then(saved('a', 'b', null));
    given(started(), ...minutes(11))
      .when(save({ 1: 'b' }))
      .thenRefused('refused', TEXTS.assessments.timeIsUp);
  });

  test('five seconds of grace are given, not six', () => {
    const [quiz] = given(started()).state.solutions as [Solution];
    expect(isTimeUp(quiz, '2026-03-01T09:10:05.000Z')).toBe(false);
    expect(isTimeUp(quiz, '2026-03-01T09:10:05.001Z')).toBe(true);
  });

  test('are final once submitted', () => {
    const done = [started(), saved('a', 'b', 'a'), submitted(66.67)];
    given(...done)
      .when(save({ 2: 'c' }))
      .thenRefused('refused', TEXTS.assessments.isSubmitted);
    given(...done)
      .when(save({ 2: 'a' }), submit)
      .then();
  });
});

describe('submitting a quiz', () => {
  test('needs an answer to every question, and the server computes the score', () => {
    given(started(), saved('a', 'b', null))
      .when(submit)
      .thenRefused('refused', TEXTS.assessments.answerEveryQuestion);
    given(started(), saved('a', 'b', null))
      .when(save({ 2: 'a' }), submit)
      .then(saved('a', 'b', 'a'), submitted(66.67));
  });

  test('after the limit counts the saved answers, blanks as wrong, whether the timer or the applicant ends it', () => {
    given(started(), ...minutes(11))
      .when(end)
      .then(submitted(33.33));
    given(started(), ...minutes(11))
      .when(submit)
      .then(submitted(33.33));
    given(started(), ...minutes(5))
      .when(end)
      .then();
    given(started(), ...minutes(11), submitted(33.33))
      .when(end)
      .then();
  });

  test.each([
    [['a', 'b', 'c'], 100],
    [['a', 'b', 'a'], 66.67],
    [['a', null, null], 33.33],
    [[null, null, null], 0],
  ])('%j scores %d', (answers, score) => expect(scoreOf(QUESTIONS, answers)).toBe(score));
});

describe('a project', () => {
  const of = { solutionId: 'app.1', assessmentId: 'project' };
  const hand = (submission = FILE): SolutionCommand => ({
    type: 'SubmitProject',
    data: { solutionId: 'app.1', submission },
  });
  test('is submitted by its file; lateness is recorded and never refused', () => {
    given(started(PROJECT))
      .when(hand())
      .then(submitted(null, of, false, { submission: FILE }));
    given(started(PROJECT), started(EXTERNAL, 2))
      .when(hand())
      .then(submitted(null, of, true, { submission: FILE }));
  });
  test('takes one file, and no other type does', () => {
    const done = [started(PROJECT), submitted(null, of, false, { submission: FILE })];
    given(...done)
      .when(hand())
      .then();
    given(...done)
      .when(hand({ fileId: 'f2', fileName: 'better.zip' }))
      .thenRefused('refused', TEXTS.assessments.isSubmitted);
    given(started()).when(hand()).thenRefused('refused', TEXTS.assessments.takesNoFile);
    given(started(PROJECT)).when(submit).thenRefused('refused', TEXTS.assessments.submitsByFile);
  });
});

describe('an external assessment', () => {
  const detailsUrl = 'https://provider.example/results/1';
  const report: SolutionCommand = {
    type: 'ReportResult',
    data: { applicationId: 'app', terms: EXTERNAL, detailsUrl },
  };
  const of = { solutionId: 'app.1', assessmentId: 'external' };
  const done = [started(EXTERNAL), submitted(null, of, false, { externalDetailsUrl: detailsUrl })];
  test('begins and ends with the report, which may be repeated', () => {
    given()
      .when(report)
      .then(...done);
    given(...done)
      .when(report)
      .then();
  });
});

test('only a submitted solution is retaken, once, and is kept', () => {
  given(started()).when(retake).thenRefused('refused', TEXTS.assessments.notSubmitted);
  const done = [started(), saved('a', 'b', 'c'), submitted(100)];
  given(...done)
    .when(retake, retake)
    .then(retaken);
  const { state } = given(...done, retaken);
  expect(state.solutions).toMatchObject([{ isRetaken: true, score: 100, answers: ['a', 'b', 'c'] }]);
  expect(submittedSolutions(state)).toEqual([]);
});

test('a transfer copies a submitted solution unchanged, once', () => {
  const [original] = given(started(), saved('a', 'b', 'c'), submitted(100)).state.solutions as [Solution];
  const copy: SolutionCommand = { type: 'CopySolution', data: { applicationId: 'copy', original } };
  const { state } = given({
    type: 'SolutionCopied',
    data: {
      ...QUIZ,
      solutionId: 'copy.1',
      fromId: 'app.1',
      startedAt: original.startedAt,
      submittedAt: original.submittedAt ?? '',
      score: 100,
      isLate: false,
    },
    personal: { answers: ['a', 'b', 'c'], ...nothingElse },
  });
  given()
    .when(copy, copy)
    .then({
      type: 'SolutionCopied',
      data: {
        ...QUIZ,
        solutionId: 'copy.1',
        fromId: 'app.1',
        startedAt: original.startedAt,
        submittedAt: original.submittedAt ?? '',
        score: 100,
        isLate: false,
      },
      personal: { answers: ['a', 'b', 'c'], ...nothingElse },
    });
  expect(state.solutions).toEqual([{ ...original, _id: 'copy.1', copiedFrom: 'app.1' }]);
  expect(applicationOfSolution('copy.1')).toBe('copy');
});

test('every command is valid and repeatable in every reachable state', () => {
  const answer = fc.constantFrom('a', 'b', 'c', null, 'z');
  const solutionId = fc.constantFrom('app.1', 'app.2', 'app.3');
  expectRepeatable(
    solution,
    fc.oneof(
      fc.constantFrom(start(), start(PROJECT), start(EXTERNAL)),
      fc.record({ 0: answer, 1: answer, 2: answer }).chain((answers) => solutionId.map((id) => save(answers, id))),
      solutionId.map((id): SolutionCommand => ({ ...submit, data: { solutionId: id, questions: QUESTIONS } })),
      solutionId.map((id): SolutionCommand => ({ ...end, data: { solutionId: id, questions: QUESTIONS } })),
      solutionId.map((id): SolutionCommand => ({ type: 'Retake', data: { solutionId: id } })),
      solutionId.map((id): SolutionCommand => ({ type: 'SubmitProject', data: { solutionId: id, submission: FILE } })),
      fc.constant<SolutionCommand>({
        type: 'ReportResult',
        data: { applicationId: 'app', terms: EXTERNAL, detailsUrl: null },
      }),
    ),
  );
});

test('an assessment is retaken 20 times', () => {
  const attempts = Array.from({ length: 20 }, (_, n) => {
    const of = { solutionId: `app.${n + 1}`, assessmentId: 'quiz' };
    return [started(QUIZ, n + 1), submitted(0, of), { type: 'SolutionRetaken', data: of } as SolutionEvent];
  }).flat();
  const last = { solutionId: 'app.21', assessmentId: 'quiz' };
  given(...attempts, started(QUIZ, 21), submitted(0, last))
    .when({ type: 'Retake', data: { solutionId: 'app.21' } })
    .thenRefused('refused', TEXTS.quotas.retakes(20));
});
