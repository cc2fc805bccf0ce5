import { expect, test } from 'vitest';
import { NO_TRACKING } from '../domain/application/events.ts';
import { given, type Happening } from '../test/support/recorded.ts';
import { applications } from './applications.ts';
import { solutions } from './solutions.ts';
import { timers } from './timers.ts';

const applied: Happening = [
  'application-1',
  {
    type: 'ApplicationSubmitted',
    data: { organizationId: 'org', batchId: 'batch', trackingNumber: 7, tracking: NO_TRACKING, userId: null },
    personal: { email: 'ana@example.com', values: {} },
  },
];
const started = (n: number, type = 'quiz', timeLimitMinutes: number | null = 10): Happening => [
  'solution-1',
  {
    type: 'SolutionStarted',
    data: {
      solutionId: `1.${n}`,
      assessmentId: `${type}-${n}`,
      organizationId: 'org',
      assessmentVersion: 0,
      type,
      questionCount: 1,
      timeLimitMinutes,
    },
  },
];
const on = (n: number, type: string, data: object = {}, personal?: object): Happening => [
  'solution-1',
  {
    type,
    data: { solutionId: `1.${n}`, assessmentId: `quiz-${n}`, ...data },
    ...(personal === undefined ? {} : { personal }),
  },
];
const submitted = (n: number, score: number | null): Happening =>
  on(n, 'SolutionSubmitted', { score, isLate: false }, { submission: null, externalDetailsUrl: 'https://x.example/1' });
const erased: Happening = ['application-1', { type: 'PersonalDataErased', data: {} }];

test('an application’s solutions are one document, and an erasure removes the person’s answers', () => {
  const history = given(
    solutions,
    applied,
    started(1),
    on(1, 'AnswersSaved', {}, { answers: ['the secret answer'] }),
    submitted(1, 100),
    erased,
  );
  expect(history.document('1')).toMatchObject({
    version: 2,
    solutions: [{ _id: '1.1', score: 100, answers: [null], externalDetailsUrl: null }],
  });
  expect(JSON.stringify(history.document('1'))).not.toContain('secret');
});

test('an erased person’s solutions read the same once their keys are gone', () => {
  const before = given(solutions, applied, started(1), on(1, 'AnswersSaved', {}, { answers: ['the answer'] }), erased);
  const after = given(solutions, applied, started(1), on(1, 'AnswersSaved'), erased);
  expect(after.document('1')).toEqual(before.document('1'));
});

test('an application shows submitted solutions in order, without retaken ones', () => {
  const history = given(
    applications,
    applied,
    started(1),
    started(2),
    submitted(2, 40),
    submitted(1, 90),
    on(2, 'SolutionRetaken'),
  );
  expect(history.document('1')?.outcomes).toEqual([{ solutionId: '1.1', assessmentId: 'quiz-1', score: 90 }]);
  expect(history.document('1')?.version).toBe(0);
});

test('a quiz has a timer from its start to its end, the first to end first', () => {
  const both = given(timers, started(1), started(2, 'quiz', 5));
  expect(both.document('1')).toMatchObject({ dueAt: '2026-03-01T09:05:06.000Z', running: [{}, {}] });
  expect(given(timers, started(1), started(2, 'quiz', 5), submitted(2, 0)).document('1')).toMatchObject({
    dueAt: '2026-03-01T09:10:05.000Z',
    running: [{ solutionId: '1.1' }],
  });
  expect(given(timers, started(1), submitted(1, 0)).document('1')).toBeUndefined();
  expect(given(timers, started(1, 'project'), started(2, 'external', null)).document('1')).toBeUndefined();
  expect(given(timers, started(1), erased).document('1')).toBeUndefined();
});

test('a quiz without a limit also runs, and ends no other one', () => {
  const untimed = started(1, 'quiz', null);
  expect(given(timers, untimed).document('1')).toMatchObject({ dueAt: null, running: [{ endsAt: null }] });
  const both = given(timers, untimed, started(2, 'quiz', 5));
  expect(both.document('1')?.dueAt).toBe('2026-03-01T09:05:06.000Z');
  expect(given(timers, untimed, submitted(1, 0)).document('1')).toBeUndefined();
});
