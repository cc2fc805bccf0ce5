import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { APPLICATION_STATUSES, type ApplicationStatus } from '../application/statuses.ts';
import { conditionRules } from '../process/condition-rules.ts';
import { type Condition, type ConditionTerm, evaluateCondition, type Facts } from '../process/conditions.ts';
import { PROCESS_CONFIG, type ProcessConfig, type Step } from '../process/config.ts';
import { isStepVisible } from '../process/steps.ts';
import { operatorsFor, subjectsOf, unaskedSubject } from './condition-menus.ts';
import { type ConditionPurpose, conditionsAbout, conditionsOf } from './condition-places.ts';
import { conditionFromSentence, fieldWords, sentenceOf, textOfWords } from './condition-sentences.ts';
import { truthsOf } from './condition-truth.ts';
import { whyFalse } from './failing-terms.ts';
import { goneTargets } from './former-labels.ts';

const field = (name: string, rest: object = {}) => ({ name, label: `The ${name}`, ...rest });
const of = (...terms: ConditionTerm[]): Condition => ({ logicalOperator: 'AND', terms });
const anyOf = (...terms: ConditionTerm[]): Condition => ({ logicalOperator: 'OR', terms });
const answered = (targetDetails: string): ConditionTerm => ({ target: 'FIELD', targetDetails, operator: 'Exists' });
const status = (comparisonValue: string, operator: ConditionTerm['operator'] = 'Greater than or equal') =>
  ({ target: 'STATUS', operator, comparisonValue }) as const;
const assessments = (comparisonValue: number | string, operator: ConditionTerm['operator'] = 'Greater than or equal') =>
  ({ target: 'ASSESSMENTS_COMPLETE', operator, comparisonValue }) as const;
const value = (
  targetDetails: string,
  comparisonValue: string,
  operator: ConditionTerm['operator'] = 'Greater than or equal',
) => ({ target: 'FIELD', targetDetails, operator, comparisonValue }) as const;

const email = field('email', { label: 'Email', dataType: 'email', required: true });
const process = (steps: readonly object[] = [], fields: readonly object[] = [], form: readonly object[] = []) =>
  PROCESS_CONFIG.parse({
    label: 'P',
    fields,
    applicationForm: { fields: [email, ...form] },
    applicationDetailsSteps: steps.map((step, index) => ({ _id: `s${index}`, title: `Step ${index + 1}`, ...step })),
  });
const asks = (...fields: object[]) => ({ configuration: { fields } });

const TRACK = field('track', { label: 'Track', dataType: 'select', options: ['Java', 'Web'] });
const CONFIG = process(
  [
    asks(field('motivation', { label: 'Motivation', dataType: 'paragraph' }), TRACK),
    asks(field('hours', { label: 'Hours' }), field('level', { dataType: 'select', options: ['1', '2'] })),
  ],
  [field('rating', { label: 'Rating' }), field('motivation', { label: 'Why' })],
  [field('portfolio', { label: 'Portfolio', dataType: 'file' })],
);

const read = (condition: Condition | null, purpose: ConditionPurpose = 'visibility', config = CONFIG) =>
  textOfWords(sentenceOf(condition, purpose, fieldWords(config, new Map([['gone', 'Old portfolio']]))));

describe('the sentence of a condition', () => {
  test.each([
    [
      of(status('CONTRACT SENT'), assessments(1)),
      'Shown when status is at least CONTRACT SENT and 1 assessment is complete',
    ],
    [
      anyOf(answered('motivation'), assessments('2', 'Greater than')),
      'Shown when “Motivation” is answered or more than 2 assessments are complete',
    ],
    [
      of(value('hours', '9'), value('track', 'Java', 'Greater than'), answered('selectedPaymentModelId')),
      'Shown when all of: “Hours” is at least 9; “Track” comes after “Java” in the alphabet; a payment plan is chosen',
    ],
    [
      anyOf(status('NEW', 'Greater than'), answered('rating'), answered('gone')),
      'Shown when any of: status is after NEW; “Rating” is answered; “Old portfolio” (deleted) is answered',
    ],
    [of(answered('neverSeen')), 'Shown when “neverSeen” (deleted, neverSeen) is answered'],
    [of(), 'Always shown'],
    [null, 'Always shown'],
  ])('reads as people would say it: %#', (condition, sentence) => {
    expect(read(condition)).toBe(sentence);
  });

  test('says what it is about', () => {
    expect(read(of(status('NEW')), 'completion')).toBe('Complete when status is at least NEW');
    expect(read(null, 'completion')).toBe('Complete when everything asked here is done');
    expect(read(of(value('hours', '')))).toBe('Shown when “Hours” is at least …');
  });

  test('marks a deleted field, and tells apart fields with one label', () => {
    const words = fieldWords(process([asks(field('a', { label: 'City' }), field('b', { label: 'City' }))]));
    expect(words.words('a')).toEqual({ kind: 'field', text: '“City” (a)' });
    expect(words.words('gone').kind).toBe('gone');
  });

  test('leads back to the condition', () => {
    const label = fc.oneof(
      fc.constantFrom('City', '” and “', 'A” (deleted)', 'City” is answered and “City', '', ' or ', 'x; y'),
      fc.string({ unit: 'grapheme' }),
    );
    const text = fc.oneof(
      fc.constantFrom('”', '9', '0x10', ' 9', '1e3', '” in the alphabet', '…', 'a; b'),
      fc.string({ unit: 'grapheme', minLength: 1 }).filter((one) => one.trim() !== ''),
    );
    const name = fc.constantFrom('a', 'b', 'c', 'email', 'selectedPaymentModelId', 'gone', 'neverSeen', 'b2');
    const comparison = fc.constantFrom('Greater than' as const, 'Greater than or equal' as const);
    const number = fc.oneof(fc.integer().map(String), fc.constantFrom('1', '1.5', '-1', '0'));
    const term = fc.oneof(
      fc.record({
        target: fc.constant('FIELD' as const),
        targetDetails: name,
        operator: fc.constant('Exists' as const),
      }),
      fc.record({
        target: fc.constant('FIELD' as const),
        targetDetails: name,
        operator: comparison,
        comparisonValue: text,
      }),
      fc.record({
        target: fc.constant('STATUS' as const),
        operator: comparison,
        comparisonValue: fc.constantFrom(...APPLICATION_STATUSES),
      }),
      fc.record({
        target: fc.constantFrom('STATUS' as const, 'ASSESSMENTS_COMPLETE' as const),
        operator: fc.constant('Exists' as const),
      }),
      fc.record({
        target: fc.constant('ASSESSMENTS_COMPLETE' as const),
        operator: comparison,
        comparisonValue: number,
      }),
    );
    const conditions = fc.record({
      logicalOperator: fc.constantFrom('AND' as const, 'OR' as const),
      terms: fc.array(term, { maxLength: 5 }),
    });
    const purpose = fc.constantFrom<ConditionPurpose>('visibility', 'completion', 'block');
    fc.assert(
      fc.property(
        fc.array(label, { minLength: 3, maxLength: 3 }),
        label,
        conditions,
        purpose,
        (labels, old, condition, about) => {
          const [a = '', b = '', c = ''] = labels;
          const config = process(
            [asks(field('a', { label: a }), field('b', { label: b }))],
            [field('c', { label: c })],
          );
          const words = fieldWords(
            config,
            new Map([
              ['gone', old],
              ['b2', 'City'],
            ]),
          );
          const sentence = textOfWords(sentenceOf(condition, about, words));
          const isSingle = condition.terms.length < 2;
          const same = { ...condition, logicalOperator: isSingle ? 'AND' : condition.logicalOperator };
          expect(conditionFromSentence(sentence, about, words)).toEqual(same);
        },
      ),
    );
  });

  test('that says nothing known is no condition', () => {
    const words = fieldWords(CONFIG);
    for (const text of [
      '',
      'Shown',
      'Shown when it rains',
      'Shown when status is at least LATE',
      'Shown when all of: ',
    ]) {
      expect(conditionFromSentence(text, 'visibility', words)).toBeNull();
    }
  });
});

describe('the menus of a condition', () => {
  test('list the application, then fields in step order, each once', () => {
    expect(subjectsOf(CONFIG).map(({ label, subjects }) => [label, ...subjects.map((one) => one.label)])).toEqual([
      ['The application', 'Status', 'Completed assessments', 'Payment plan', 'Interview time', 'Interview booking'],
      ['Application form', 'Email', 'Portfolio'],
      ['Step 1: Step 1', 'Motivation', 'Track'],
      ['Step 2: Step 2', 'Hours', 'The level'],
      ['Staff fields', 'Rating'],
    ]);
  });

  test('name a standard field that no form asks, which is neither offered nor deleted', () => {
    const about = (targetDetails: string) => unaskedSubject({ target: 'FIELD', targetDetails }, CONFIG);
    expect(about('firstName')).toEqual({ target: 'FIELD', targetDetails: 'firstName', label: 'First name' });
    expect([about('email'), about('gone'), unaskedSubject({ target: 'STATUS' }, CONFIG)]).toEqual([null, null, null]);
    const config = process([{ visibilityCondition: of(answered('phoneNumber')) }]);
    expect([goneTargets(config), conditionRules(config), wholes(config)]).toEqual([[], [], [null]]);
    const sentence = sentenceOf(of(answered('phoneNumber')), 'visibility', fieldWords(config));
    expect(textOfWords(sentence)).toBe('Shown when “Phone” is answered');
  });

  test('offer what the engine can tell of each type', () => {
    const labels = (targetDetails: string) =>
      operatorsFor({ target: 'FIELD', targetDetails }, CONFIG).map(({ label, value: kind }) => [label, kind]);
    expect(labels('portfolio')).toEqual([['is answered', null]]);
    expect(labels('motivation')).toEqual([['is answered', null]]);
    expect(labels('hours').map(([, kind]) => kind)).toEqual([null, 'number', 'number']);
    expect(labels('level').map(([, kind]) => kind)).toEqual([null, 'number', 'number']);
    expect(labels('track').map(([, kind]) => kind)).toEqual([null, 'option', 'option']);
    expect(labels('selectedPaymentModelId')).toEqual([['is chosen', null]]);
  });

  test('offer nothing that the rules of a process refuse', () => {
    const values = { status: 'NEW', number: '1', option: 'Java' };
    for (const { subjects } of subjectsOf(CONFIG)) {
      for (const { target, targetDetails } of subjects) {
        const terms = operatorsFor({ target, targetDetails }, CONFIG).map(
          ({ operator, value: kind }): ConditionTerm => ({
            target,
            targetDetails,
            operator,
            ...(kind ? { comparisonValue: values[kind] } : {}),
          }),
        );
        const steps = [...CONFIG.applicationDetailsSteps, { _id: 'x', title: '', visibilityCondition: of(...terms) }];
        expect(conditionRules({ ...CONFIG, applicationDetailsSteps: steps })).toEqual([]);
      }
    }
  });
});

test('a field names the conditions that use it', () => {
  const config = process([
    {
      visibilityCondition: of(answered('city')),
      content: [{ markdown: '', condition: anyOf(status('NEW'), answered('city')) }],
    },
    { completionCondition: of(answered('town')) },
  ]);
  expect(conditionsOf(config).map(({ purpose, step }) => [purpose, step])).toEqual([
    ['visibility', 0],
    ['block', 0],
    ['completion', 1],
  ]);
  expect(conditionsAbout(config, 'city').map(({ path }) => path)).toEqual([
    ['applicationDetailsSteps', 0, 'visibilityCondition'],
    ['applicationDetailsSteps', 0, 'content', 0, 'condition'],
  ]);
});

function wholes(config: ProcessConfig, batchAssessmentIds?: readonly string[]) {
  const truth = truthsOf(config, fieldWords(config), batchAssessmentIds);
  return conditionsOf(config).map((place) => {
    const { whole } = truth(place);
    return whole && [whole.verdict, whole.reason];
  });
}

describe('a condition', () => {
  const shown = (condition: Condition, rest: object = {}) => process([{ visibilityCondition: condition, ...rest }]);

  test.each([
    [shown(of(status('COMPLETE', 'Greater than'))), 'No status comes after COMPLETE.'],
    [
      shown(of(answered('own')), asks(field('own'))),
      '“The own” is asked only in this step, which stays hidden until it is answered.',
    ],
    [shown(of(value('track', 'Web', 'Greater than')), {}), '“track” (deleted, track) is no longer asked.'],
    [
      process([asks(TRACK), { visibilityCondition: of(value('track', 'Web', 'Greater than')) }]),
      'No option of “Track” fits this.',
    ],
    [
      process([{ visibilityCondition: of(answered('selectedPaymentModelId')) }]),
      'No step that applicants can see offers a payment plan.',
    ],
    [
      process([
        asks(field('n', { dataType: 'select', options: ['10', '9'], label: 'N' })),
        { visibilityCondition: of(value('n', '9.5'), value('n', '5x')) },
      ]),
      'No option of “N” fits all of this.',
    ],
  ])('that can never be true says why: %#', (config, reason) => {
    expect(wholes(config)).toEqual([['never', reason]]);
  });

  test('that wants more assessments than there are can never be true, if the batches are known', () => {
    const config = process([
      { assessmentIds: ['a'] },
      { visibilityCondition: of(assessments(3)) },
      { visibilityCondition: of(assessments(2)), assessmentIds: ['b'] },
    ]);
    expect(wholes(config, ['a', 'c'])).toEqual([null, null]);
    expect(wholes(config, ['a'])).toEqual([
      ['never', 'Applicants can take only 1 of them.'],
      ['never', 'Applicants can take only 1 of them.'],
    ]);
    expect(wholes(config)).toEqual([null, null]);
    const beyond = process([{ visibilityCondition: of(assessments(2, 'Greater than')) }]);
    expect(wholes(beyond, ['a', 'b', 'c'])).toEqual([null]);
    expect(wholes(beyond, ['a', 'b'])).toEqual([['never', 'Applicants can take only 2 of them.']]);
  });

  test('of steps that wait for each other can never be true', () => {
    const config = process([
      { visibilityCondition: of(answered('b')), ...asks(field('a')) },
      { visibilityCondition: of(answered('c')), ...asks(field('b')) },
      { visibilityCondition: of(answered('a')), ...asks(field('c')) },
      { visibilityCondition: of(answered('a')), content: [{ markdown: '', condition: of(answered('d')) }] },
      asks(field('d')),
    ]);
    expect(wholes(config)).toEqual([
      ['never', 'This step and “Step 2” wait for each other, because “The b” is asked only in that step.'],
      ['never', 'This step and “Step 3” wait for each other, because “The c” is asked only in that step.'],
      ['never', 'This step and “Step 1” wait for each other, because “The a” is asked only in that step.'],
      ['never', '“The a” is asked only in “Step 1”, which can never be shown.'],
      null,
    ]);
  });

  test('that is always true says why', () => {
    const config = process([
      { visibilityCondition: of(status('CANCELLED')) },
      { visibilityCondition: anyOf(status('COMPLETE'), assessments(0)) },
      { visibilityCondition: of(answered('email')) },
      { visibilityCondition: of(status('NEW')), content: [{ markdown: '', condition: of(status('WITHDRAWN')) }] },
    ]);
    expect(wholes(config)).toEqual([
      ['always', 'Every status is at least CANCELLED.'],
      ['always', 'It is true without any assessment.'],
      ['always', 'Every applicant has an email.'],
      null,
      ['always', 'The step is shown only then.'],
    ]);
  });

  test('that compares with an option that is gone is doubtful', () => {
    const config = process([{ ...asks(TRACK), content: [{ markdown: '', condition: of(value('track', 'Kotlin')) }] }]);
    const [place] = conditionsOf(config);
    const { whole, terms } = truthsOf(config, fieldWords(config))(place as NonNullable<typeof place>);
    expect([whole, terms]).toEqual([null, [{ verdict: 'doubtful', reason: '“Kotlin” is not an option of “Track”.' }]]);
  });

  test('whose verdict is never or always keeps it, whatever applicants and staff do', () => {
    const NAMES = ['a', 'b', 'c', 'd'];
    const comparison = fc.constantFrom('Greater than' as const, 'Greater than or equal' as const);
    const term = fc.oneof(
      fc.constantFrom(...NAMES, 'rating', 'email', 'selectedPaymentModelId').map(answered),
      fc
        .tuple(fc.constantFrom(...NAMES), fc.constantFrom('1', '2', 'x'), comparison)
        .map(([name, wanted, operator]) => value(name, wanted, operator)),
      fc
        .tuple(fc.constantFrom('CANCELLED', 'WITHDRAWN', 'NEW', 'COMPLETE'), comparison)
        .map(([wanted, operator]) => status(wanted, operator)),
      fc.tuple(fc.integer({ min: -1, max: 4 }), comparison).map(([wanted, operator]) => assessments(wanted, operator)),
    );
    const condition = fc.record({
      logicalOperator: fc.constantFrom('AND' as const, 'OR' as const),
      terms: fc.array(term, { maxLength: 3 }),
    });
    const step = fc.record({
      visibilityCondition: fc.option(condition, { nil: undefined }),
      content: fc.array(
        condition.map((one) => ({ markdown: '', condition: one })),
        { maxLength: 2 },
      ),
      names: fc.subarray(NAMES),
      assessmentIds: fc.subarray(['x', 'y', 'z']),
      availablePaymentModels: fc.subarray(['p']),
    });
    const isSelect = fc.array(fc.boolean(), { minLength: 4, maxLength: 4 });
    const actions = fc.array(fc.tuple(fc.nat(5), fc.nat(), fc.constantFrom('', '0', '1', '2', 'x', 'zz')), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 4 }), isSelect, actions, (steps, selects, walk) => {
        const made = steps.map(({ names, ...rest }) => ({
          ...rest,
          ...asks(
            ...names.map((name) =>
              field(name, selects[NAMES.indexOf(name)] ? { dataType: 'select', options: ['1', '2', 'x'] } : {}),
            ),
          ),
        }));
        const config = process(made, [field('rating')]);
        const truth = truthsOf(config, fieldWords(config), ['batch']);
        const verdicts = conditionsOf(config).map((place) => ({ place, verdict: truth(place).whole?.verdict }));
        let facts: Facts = {
          status: 'NEW',
          fields: { email: 'ada@example.com' },
          completedAssessmentIds: [],
          selectedPaymentModelId: null,
        };
        const seen = (): readonly Step[] => config.applicationDetailsSteps.filter((one) => isStepVisible(one, facts));
        const check = () => {
          for (const { place, verdict } of verdicts) {
            const own = config.applicationDetailsSteps[place.step] as Step;
            if (place.purpose !== 'visibility' && !isStepVisible(own, facts)) continue;
            if (verdict === 'never') expect(evaluateCondition(place.condition, facts)).toBe(false);
            if (verdict === 'always') expect(evaluateCondition(place.condition, facts)).toBe(true);
          }
        };
        check();
        for (const [action, at, text] of walk) {
          const pick = <Item>(items: readonly Item[]): Item | undefined => items[at % Math.max(items.length, 1)];
          if (action === 0) facts = { ...facts, status: pick(APPLICATION_STATUSES) as ApplicationStatus };
          const ids = ['batch', ...seen().flatMap(({ assessmentIds }) => assessmentIds ?? [])];
          if (action === 1)
            facts = {
              ...facts,
              completedAssessmentIds: [...new Set([...facts.completedAssessmentIds, pick(ids) ?? 'batch'])],
            };
          const plan = pick(seen().flatMap(({ availablePaymentModels }) => availablePaymentModels ?? []));
          if (action === 2 && plan)
            facts = {
              ...facts,
              selectedPaymentModelId: plan,
              fields: { ...facts.fields, selectedPaymentModelId: plan },
            };
          if (action === 3) facts = { ...facts, fields: { ...facts.fields, rating: text } };
          const asked = pick(seen().flatMap(({ configuration }) => configuration?.fields ?? []));
          const fits = asked && (asked.dataType !== 'select' || asked.options?.includes(text));
          if (action > 3 && fits) facts = { ...facts, fields: { ...facts.fields, [asked.name]: text } };
          check();
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('why a step is hidden', () => {
  const facts: Facts = {
    status: 'NEW',
    fields: { hours: '3', track: 'Java', motivation: ' ' },
    completedAssessmentIds: ['quiz'],
    selectedPaymentModelId: null,
  };
  const why = (condition: Condition) => whyFalse(condition, facts, fieldWords(CONFIG));
  test.each([
    [of(status('CONTRACT SENT')), 'status is NEW, needs CONTRACT SENT or later'],
    [of(status('NEW'), status('NEW', 'Greater than')), 'status is NEW, needs a later one than NEW'],
    [of(assessments(2)), '1 assessment is complete, needs 2'],
    [of(answered('motivation')), '“Motivation” is not answered'],
    [of(answered('selectedPaymentModelId')), 'no payment plan is chosen'],
    [of(value('hours', '5')), '“Hours” is “3”, needs at least 5'],
    [of(value('track', 'Web')), '“Track” is “Java”, needs “Web” or a later text in the alphabet'],
    [
      anyOf(status('COMPLETE'), answered('portfolio')),
      'status is NEW, needs COMPLETE or later; and “Portfolio” is not answered',
    ],
  ])('names the terms that fail', (condition, reason) => expect(why(condition)).toBe(reason));

  test('is null exactly where the engine finds the condition true', () => {
    expect(whyFalse(undefined, facts, fieldWords(CONFIG))).toBeNull();
    const terms = [status('NEW'), status('COMPLETE'), assessments(1), answered('hours'), value('hours', '9')];
    const condition = fc.record({
      logicalOperator: fc.constantFrom('AND' as const, 'OR' as const),
      terms: fc.array(fc.constantFrom<ConditionTerm>(...terms), { maxLength: 4 }),
    });
    fc.assert(fc.property(condition, (one) => (why(one) === null) === evaluateCondition(one, facts)));
  });
});
