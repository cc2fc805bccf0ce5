import { describe, expect, test } from 'vitest';
import { checkConfig } from '../process/check-config.ts';
import type { Facts } from '../process/conditions.ts';
import type { ProcessConfig } from '../process/config.ts';
import { type Impact, startImpact } from '../process/impact.ts';
import type { Edit } from './edits.ts';
import {
  keepAsColumn,
  keepCondition,
  keepOffer,
  keepOption,
  keepStep,
  keepType,
  makeOptional,
  renameApart,
} from './milder.ts';

const whenSent = {
  terms: [{ target: 'STATUS', operator: 'Greater than or equal', comparisonValue: 'CONTRACT SENT' }],
};
const whenAnswered = { terms: [{ target: 'FIELD', targetDetails: 'city', operator: 'Exists' }] };

function process(about: object, fields: object[] = [], more: readonly object[] = [INTERVIEW]): ProcessConfig {
  const checked = checkConfig({
    label: 'P',
    fields: [],
    applicationForm: {
      fields: [{ name: 'email', label: 'Email', dataType: 'email', required: true }, CITY, TRACK, ...fields],
    },
    applicationDetailsSteps: [{ _id: 'about', title: 'About', ...about }, ...more],
  });
  if (!checked.ok) throw new Error(JSON.stringify(checked.rejection));
  return checked.value;
}
const CITY = { name: 'city', label: 'City' };
const TRACK = { name: 'track', label: 'Track', dataType: 'select', options: ['Java', 'Web'] };
const INTERVIEW = { _id: 'interview', title: 'Interview' };

const ada: Facts = {
  status: 'NEW',
  fields: { email: 'ada@example.com', city: 'Cebu', track: 'Java', hobby: 'Chess' },
  completedAssessmentIds: ['quiz'],
  selectedPaymentModelId: 'plan',
};

function impactOf(before: ProcessConfig, after: ProcessConfig): Impact {
  const { add, impact } = startImpact(before, after);
  add('ada', ada);
  return impact();
}

const withForm = (config: ProcessConfig, change: (fields: readonly object[]) => readonly object[]): ProcessConfig => ({
  ...config,
  applicationForm: {
    ...config.applicationForm,
    fields: change(config.applicationForm.fields) as ProcessConfig['applicationForm']['fields'],
  },
});
const withField = (config: ProcessConfig, name: string, change: object): ProcessConfig =>
  withForm(config, (fields) =>
    fields.map((field) => ((field as { name: string }).name === name ? { ...field, ...change } : field)),
  );

const BASE = process({});
const OFFERING = process({ assessmentIds: ['quiz'], availablePaymentModels: ['plan'] });
const SHOWN = process({ completionCondition: whenAnswered });

const people = (counts: readonly { readonly applications: number }[]) =>
  counts.reduce((sum, { applications }) => sum + applications, 0);

interface Case {
  readonly before: ProcessConfig;
  readonly after: ProcessConfig;
  readonly counts: (impact: Impact) => number;
  readonly milder: (after: ProcessConfig, before: ProcessConfig) => Edit | null;
}
const CASES: readonly (readonly [string, Case])[] = [
  [
    'a question that is no longer asked stays as a column',
    {
      before: BASE,
      after: withForm(BASE, (fields) => fields.filter((field) => (field as { name: string }).name !== 'city')),
      counts: ({ removedFields }) => people(removedFields),
      milder: (after, before) => keepAsColumn(after, before, 'city', 'City'),
    },
  ],
  [
    'a question that becomes required stays optional',
    {
      before: process({}, [{ name: 'phone', label: 'Phone', dataType: 'tel' }]),
      after: process({}, [{ name: 'phone', label: 'Phone', dataType: 'tel', required: true }]),
      counts: ({ requiredFields }) => people(requiredFields),
      milder: (after) => makeOptional(after, 'phone'),
    },
  ],
  [
    'a question under the name of earlier answers gets another name',
    {
      before: BASE,
      after: process({}, [{ name: 'hobby', label: 'Hobby' }]),
      counts: ({ reusedFields }) => people(reusedFields),
      milder: (after) => renameApart(after, 'hobby', ['hobby2']),
    },
  ],
  [
    'an option that was renamed is offered beside the new one',
    {
      before: BASE,
      after: withField(BASE, 'track', { options: ['Kotlin', 'Web'] }),
      counts: ({ removedOptions }) => people(removedOptions),
      milder: (after, before) => keepOption(after, before, 'track', 'Java'),
    },
  ],
  [
    'a question keeps its type and its options',
    {
      before: BASE,
      after: withField(BASE, 'track', { dataType: 'text', options: undefined }),
      counts: ({ changedTypes }) => people(changedTypes),
      milder: (after, before) => keepType(after, before, 'track'),
    },
  ],
  [
    'a payment plan stays on offer',
    {
      before: OFFERING,
      after: BASE,
      counts: ({ withdrawnPlans }) => people(withdrawnPlans),
      milder: (after, before) => keepOffer(after, before, 'availablePaymentModels', 'plan'),
    },
  ],
  [
    'an assessment stays on offer',
    {
      before: OFFERING,
      after: BASE,
      counts: ({ withdrawnAssessments }) => people(withdrawnAssessments),
      milder: (after, before) => keepOffer(after, before, 'assessmentIds', 'quiz'),
    },
  ],
  [
    'a removed step returns to its place',
    {
      before: BASE,
      after: process({}, [], []),
      counts: ({ steps }) => steps.reduce((sum, { disappears }) => sum + disappears, 0),
      milder: (after, before) => keepStep(after, before, 'interview'),
    },
  ],
  [
    'a step that disappears keeps its former condition',
    {
      before: SHOWN,
      after: process({ completionCondition: whenAnswered, visibilityCondition: whenSent }),
      counts: ({ steps }) => steps.reduce((sum, { disappears }) => sum + disappears, 0),
      milder: (after, before) => keepCondition(after, before, 'about', 'visibilityCondition'),
    },
  ],
  [
    'a step that opens again keeps its former rule of completion',
    {
      before: SHOWN,
      after: process({ completionCondition: whenSent }),
      counts: ({ steps }) => steps.reduce((sum, { reopens }) => sum + reopens, 0),
      milder: (after, before) => keepCondition(after, before, 'about', 'completionCondition'),
    },
  ],
];

describe('a milder way', () => {
  test.each(CASES)('spares the applicants: %s', (_, { before, after, counts, milder }) => {
    expect(counts(impactOf(before, after))).toBe(1);
    const edit = milder(after, before);
    const config = edit?.config ?? after;
    expect(edit?.name).not.toBe('nothing');
    expect(checkConfig(config, before)).toMatchObject({ ok: true });
    expect(counts(impactOf(before, config))).toBe(0);
  });

  test('puts a removed step behind all that were before it', () => {
    const step = (_id: string) => ({ _id, title: _id });
    const saved = process({}, [], [INTERVIEW, step('contract'), step('start')]);
    const kept = keepStep(process({}, [], [INTERVIEW, step('start')]), saved, 'contract');
    expect(kept?.config.applicationDetailsSteps).toEqual(saved.applicationDetailsSteps);
  });

  test('is not offered where there is nothing to keep', () => {
    expect(keepStep(BASE, BASE, 'about')).toBeNull();
    expect(keepCondition(BASE, BASE, 'about', 'visibilityCondition')).toBeNull();
    expect(
      keepOffer(
        process({}, [], []),
        process({}, [], [{ ...INTERVIEW, assessmentIds: ['quiz'] }]),
        'assessmentIds',
        'quiz',
      ),
    ).toBeNull();
  });

  test('offers the old option first and the new one below it', () => {
    const renamed = withField(BASE, 'track', { options: ['Kotlin', 'Web'] });
    const kept = keepOption(renamed, BASE, 'track', 'Java').config.applicationForm.fields.at(-1);
    expect(kept?.options).toEqual(['Java', 'Kotlin', 'Web']);
  });
});
