import fc from 'fast-check';
import { describe, test } from 'vitest';
import { expectRepeatable, specify } from '../../test/support/specification.ts';
import type { Wanted } from '../configuration/field-rules.ts';
import { TEXTS } from '../text/texts.ts';
import { type AssessmentCommand, assessment, timeLimitFor } from './assessment.ts';
import type { AssessmentDetails, AssessmentEvent, Question } from './events.ts';

const given = specify(assessment);
const create = (details: Wanted<AssessmentDetails>): AssessmentCommand => ({
  type: 'Create',
  data: { organizationId: 'school', details },
});
const change = (changes: Wanted<AssessmentDetails>): AssessmentCommand => ({
  type: 'Change',
  data: { changes },
});
const created = (details: Partial<AssessmentDetails> = {}): AssessmentEvent => ({
  type: 'AssessmentCreated',
  data: {
    organizationId: 'school',
    details: {
      name: 'Logic',
      type: 'quiz',
      description: null,
      instructions: null,
      timeLimitMinutes: 60,
      attachment: null,
      questions: [],
      externalAssessmentUrl: null,
      messagingSecretId: null,
      ...details,
    },
  },
});
const QUESTION: Question = {
  _id: 'q1',
  prompt: 'Which comes first?',
  imageUrl: null,
  details: null,
  options: [
    { _id: 'o1', value: 'The egg', isCorrect: true },
    { _id: 'o2', value: 'The hen', isCorrect: false },
  ],
};

describe('creating', () => {
  test('an assessment is a quiz of 60 minutes by default', () => {
    given()
      .when(create({ name: ' Logic ', timeLimitMinutes: timeLimitFor(undefined) }))
      .then(created());
  });
  test('an external assessment has no limit by default', () => {
    given()
      .when(create({ name: 'Logic', type: 'external', timeLimitMinutes: timeLimitFor('external') }))
      .then(created({ type: 'external', timeLimitMinutes: null }));
    given()
      .when(create({ name: 'Logic', type: 'external', timeLimitMinutes: 5 }))
      .then(created({ type: 'external', timeLimitMinutes: 5 }));
  });
  test('it needs a name, and is created once', () => {
    given().when(create({})).thenRefused('refused', 'Name needs a value.', 'name');
    given(created())
      .when(create({ name: 'Logic' }))
      .thenRefused('conflict');
  });
});

describe('changing', () => {
  test('only what differs is recorded', () => {
    given(created())
      .when(change({ name: 'Logic', timeLimitMinutes: 30 }), change({ timeLimitMinutes: 30 }))
      .then({ type: 'AssessmentChanged', data: { changes: { timeLimitMinutes: 30 } } });
  });
  test.each([0, -1, 1.5, 1e9])('%d minutes are not a valid limit', (timeLimitMinutes) =>
    given(created())
      .when(change({ timeLimitMinutes }))
      .thenRefused('refused', TEXTS.assessments.timeLimitInvalid, 'timeLimitMinutes'),
  );
  test('has at most 200 questions of 50 options; a longer one of an earlier version can stay and shrink', () => {
    const questions = (count: number) => Array.from({ length: count }, (_, n) => ({ ...QUESTION, _id: `q${n}` }));
    const options = Array.from({ length: 51 }, (_, n) => ({ _id: `o${n}`, value: `${n}`, isCorrect: true }));
    given()
      .when(create({ name: 'Logic', questions: questions(201) }))
      .thenRefused('refused', 'An assessment can have at most 200 questions. It has 201.', 'questions');
    given(created())
      .when(change({ questions: [{ ...QUESTION, options }] }))
      .thenRefused('refused', 'A question can have at most 50 options. It has 51.', 'questions[0].options');
    const long = created({ questions: questions(300) });
    given(long)
      .when(change({ questions: questions(301) }))
      .thenRefused('refused');
    given(long)
      .when(change({ questions: questions(299) }))
      .then({ type: 'AssessmentChanged', data: { changes: { questions: questions(299) } } });
    given(long)
      .when(change({ name: 'Logic 2' }))
      .then({ type: 'AssessmentChanged', data: { changes: { name: 'Logic 2' } } });
  });

  test('a quiz always has a limit', () => {
    given(created())
      .when(change({ timeLimitMinutes: null }))
      .thenRefused('refused', undefined, 'timeLimitMinutes');
    given(created({ type: 'external', timeLimitMinutes: null }))
      .when(change({ type: 'quiz' }))
      .thenRefused('refused', undefined, 'timeLimitMinutes');
  });
  test.each(['javascript:alert(1)', 'provider.example', 'https://a b'])('%s is not a valid address', (url) =>
    given(created())
      .when(change({ externalAssessmentUrl: url }))
      .thenRefused('refused', TEXTS.assessments.urlInvalid, 'externalAssessmentUrl'),
  );
});

describe('a question', () => {
  const refused = (question: Partial<Question>, message: string) =>
    given(created())
      .when(change({ questions: [QUESTION, { ...QUESTION, _id: 'q2', ...question }] }))
      .thenRefused('refused', message, 'questions');
  const [right, wrong] = QUESTION.options as [Question['options'][number], Question['options'][number]];

  test('can be asked and graded', () => {
    given(created())
      .when(change({ questions: [QUESTION] }))
      .then({ type: 'AssessmentChanged', data: { changes: { questions: [QUESTION] } } });
    refused({ prompt: ' ' }, TEXTS.assessments.questionPromptMissing(2));
    refused({ options: [] }, TEXTS.assessments.questionOptionsMissing(2));
    refused({ options: [right, { ...wrong, value: ' ' }] }, TEXTS.assessments.questionOptionsMissing(2));
    refused({ options: [right, { ...wrong, value: 'The egg ' }] }, TEXTS.assessments.questionOptionsAlike(2));
    refused({ options: [wrong] }, TEXTS.assessments.questionAnswerMissing(2));
    refused({ _id: 'q1' }, TEXTS.assessments.questionTwins);
    refused({ prompt: 'x'.repeat(501) }, TEXTS.assessments.questionTextTooLong(2));
  });
  test.each(['http://evil.example/x.png', '//evil.example/x.png', 'data:image/png;base64,AA'])(
    'shows no picture at %s',
    (imageUrl) => refused({ imageUrl }, TEXTS.assessments.questionImageInvalid(2)),
  );
});

test('every command is valid and repeatable in every reachable state', () => {
  const details: fc.Arbitrary<Wanted<AssessmentDetails>> = fc.record(
    {
      name: fc.constantFrom('Logic', ' Logic', '', null),
      type: fc.constantFrom('quiz' as const, 'project' as const, 'external' as const),
      timeLimitMinutes: fc.constantFrom(30, 60, 0, null),
      questions: fc.constantFrom<Question[] | null>([QUESTION], [], null),
      externalAssessmentUrl: fc.constantFrom('https://provider.example', ' ', null),
      messagingSecretId: fc.constantFrom('s1', 's2', null),
    },
    { requiredKeys: [] },
  );
  expectRepeatable(assessment, fc.oneof(details.map(create), details.map(change)));
});
