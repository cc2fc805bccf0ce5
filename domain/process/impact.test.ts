import { expect, test } from 'vitest';
import { checkConfig } from './check-config.ts';
import type { Facts } from './conditions.ts';
import type { ProcessConfig } from './config.ts';
import { startImpact } from './impact.ts';

const field = (name: string, rest: object = {}) => ({ name, label: `The ${name}`, ...rest });
const reached = (status: string) => ({
  terms: [{ target: 'STATUS', operator: 'Greater than or equal', comparisonValue: status }],
});

function process(steps: readonly object[], fields: readonly object[] = []): ProcessConfig {
  const email = { name: 'email', label: 'Email', dataType: 'email', required: true };
  const checked = checkConfig({
    label: 'P',
    fields,
    applicationForm: { fields: [email] },
    applicationDetailsSteps: steps,
  });
  if (!checked.ok) throw new Error(checked.rejection.message);
  return checked.value;
}
const facts = (status: Facts['status'], fields: Facts['fields'] = {}): Facts => ({
  status,
  fields: { email: 'ada@example.com', ...fields },
  completedAssessmentIds: [],
  selectedPaymentModelId: null,
});

const about = { _id: 'about', title: 'About you', configuration: { fields: [field('city', { required: true })] } };
const contract = { _id: 'contract', title: 'Contract', visibilityCondition: reached('CONTRACT SENT') };
const school = [
  facts('NEW'),
  facts('NEW', { city: 'Cebu', hobby: 'Chess' }),
  facts('CONTRACT SENT', { city: 'Davao', hobby: ' ' }),
];

function impactOf(before: ProcessConfig, after: ProcessConfig, applications: readonly Facts[]) {
  const { add, impact } = startImpact(before, after);
  for (const [index, one] of applications.entries()) add(`app-${index}`, one);
  return impact();
}

test('an unchanged process has no impact', () => {
  const config = process([contract], [field('hobby')]);
  expect(impactOf(config, structuredClone(config), school)).toEqual({
    applications: 3,
    removedFields: [],
    requiredFields: [],
    reusedFields: [],
    removedOptions: [],
    changedTypes: [],
    withdrawnPlans: [],
    withdrawnAssessments: [],
    steps: [],
    heldNames: ['city'],
  });
});

test('a removed field and a newly required one name how many applications they concern', () => {
  const before = process([about], [field('hobby')]);
  const asked = {
    ...about,
    configuration: { fields: [field('city', { required: true }), field('age', { required: true })] },
  };
  expect(impactOf(before, process([asked]), school)).toMatchObject({
    removedFields: [{ name: 'hobby', label: 'The hobby', applications: 1 }],
    requiredFields: [{ name: 'age', label: 'The age', applications: 3 }],
    steps: [
      {
        _id: 'about',
        title: 'About you',
        change: 'changed',
        open: 1,
        openIds: ['app-0'],
        reopensIds: ['app-1', 'app-2'],
        appears: 0,
        disappears: 0,
        reopens: 2,
        completes: 0,
      },
    ],
  });
});

test('steps that are added, removed, opened or closed name how many applications they concern', () => {
  const before = process([about, contract]);
  const after = process([
    { ...contract, title: 'Sign', visibilityCondition: reached('NEW'), completionCondition: reached('CONTRACT SENT') },
    { _id: 'new', title: 'New', configuration: { fields: [field('city')] } },
  ]);
  expect(impactOf(before, after, school).steps).toMatchObject([
    { _id: 'about', title: 'About you', change: 'removed', appears: 0, disappears: 3, reopens: 0, completes: 0 },
    { _id: 'contract', title: 'Sign', change: 'changed', appears: 2, disappears: 0, reopens: 0, completes: 1 },
    { _id: 'new', title: 'New', change: 'added', appears: 3, disappears: 0, reopens: 0, completes: 2 },
  ]);
});

test('removed and renamed options, changed types and withdrawn plans and assessments name whom they concern', () => {
  const track = (options: string[]) => field('track', { dataType: 'select', options });
  const before = process([
    { _id: 'a', title: 'A', configuration: { fields: [track(['Java', 'Web', 'Data']), field('age'), field('cv')] } },
    { _id: 'b', title: 'B', availablePaymentModels: ['p', 'q'], assessmentIds: ['x', 'y'] },
  ]);
  const fields = [
    track(['Java 25', 'Web', 'Ops']),
    field('age', { dataType: 'email' }),
    field('cv', { dataType: 'file' }),
  ];
  const after = process([
    { _id: 'a', title: 'A', configuration: { fields } },
    { _id: 'b', title: 'B', availablePaymentModels: ['q'], assessmentIds: ['y'] },
  ]);
  const plan = { ...facts('NEW', { track: 'Java', age: '21' }), selectedPaymentModelId: 'p' };
  const quiz = { ...facts('NEW', { track: 'Data', age: 'a@example.com' }), completedAssessmentIds: ['x', 'y'] };
  expect(impactOf(before, after, [plan, quiz, facts('NEW', { track: 'Web' })])).toMatchObject({
    removedOptions: [
      {
        name: 'track',
        label: 'The track',
        option: 'Java',
        renamedTo: 'Java 25',
        applications: 1,
        applicationIds: ['app-0'],
      },
      { option: 'Data', renamedTo: 'Ops', applications: 1, applicationIds: ['app-1'] },
    ],
    changedTypes: [
      { name: 'age', from: 'text', to: 'email', applications: 2, misfits: 1 },
      { name: 'cv', from: 'text', to: 'file', applications: 0, misfits: 0 },
    ],
    withdrawnPlans: [{ _id: 'p', applications: 1, applicationIds: ['app-0'] }],
    withdrawnAssessments: [{ _id: 'x', applications: 1, applicationIds: ['app-1'] }],
  });
});

test('a choice that is no longer asked and stays as a column has not changed its type', () => {
  const select = field('track', { dataType: 'select', options: ['Java', 'Data'] });
  const column = { name: 'track', label: 'Track', dataType: 'text', isAdminOnly: false };
  const step = (fields: readonly object[]) => [{ _id: 'a', title: 'A', configuration: { fields } }];
  const [before, after] = [step([select, field('age')]), step([field('age')])].map((steps) => ({
    ...process(steps),
    fields: [column],
  })) as [ProcessConfig, ProcessConfig];
  expect(impactOf(before, after, [facts('NEW', { track: 'Java' })])).toMatchObject({
    changedTypes: [],
    removedFields: [],
  });
});

test('a new field under a name that holds answers names them', () => {
  const [before, after] = [process([]), process([], [field('hobby')])];
  const impact = impactOf(before, after, school);
  expect(impact.reusedFields).toEqual([
    { name: 'hobby', label: 'The hobby', applications: 1, applicationIds: ['app-1'] },
  ]);
  expect(impact.heldNames).toEqual(['city', 'hobby']);
});

test('all applications of a number are listed', () => {
  const many = Array.from({ length: 3000 }, () => facts('NEW'));
  const { steps } = impactOf(process([]), process([{ _id: 's', title: '', content: [] }]), many);
  expect(steps).toMatchObject([{ appears: 3000, appearsIds: many.map((_, n) => `app-${n}`) }]);
});

test('the ids of very many applications are bounded, and their numbers are not', () => {
  const many = Array.from({ length: 3000 }, () => facts('NEW'));
  const steps = Array.from({ length: 30 }, (_, index) => ({ _id: `s${index}`, title: '', content: [] }));
  const impact = impactOf(process([]), process(steps), many);
  expect(impact.steps.map(({ appears }) => appears)).toEqual(steps.map(() => 3000));
  const listed = impact.steps.map(({ appearsIds }) => appearsIds.length);
  expect(Math.min(...listed)).toBeGreaterThan(100);
  expect(listed.reduce((sum, length) => sum + length, 0)).toBe(22_000);
});

test('steps that stay as they are take no room from the listed ids', () => {
  const asked = (id: string) => ({ _id: id, title: id, configuration: { fields: [field(id)] } });
  const kept = Array.from({ length: 30 }, (_, index) => asked(`k${index}`));
  const applicants = kept.flatMap((_, done) =>
    Array.from({ length: 100 }, () =>
      facts('NEW', Object.fromEntries(kept.slice(0, done).map(({ _id }) => [_id, 'x']))),
    ),
  );
  const { steps } = impactOf(process([...kept, asked('last')]), process(kept), [
    ...applicants,
    facts('NEW', Object.fromEntries(kept.map(({ _id }) => [_id, 'x']))),
  ]);
  expect(steps).toMatchObject([{ _id: 'last', change: 'removed', open: 1, openIds: ['app-3000'], disappears: 3001 }]);
});

test('a number that few applications reach late lists them beside one that very many reach', () => {
  const before = process([{ _id: 'about', title: '', configuration: { fields: [field('city'), field('hobby')] } }]);
  const many = Array.from({ length: 23_000 }, () => facts('NEW', { city: 'Cebu' }));
  const { removedFields } = impactOf(before, process([]), [...many, facts('NEW', { hobby: 'Chess' })]);
  expect(removedFields).toMatchObject([
    { name: 'city', applications: 23_000 },
    { name: 'hobby', applicationIds: ['app-23000'] },
  ]);
});

test.each<[string, string[], Record<string, string | null>]>([
  ['an option is added at the end', ['Java 25', 'Web', 'Data', 'Ops'], { Java: 'Java 25' }],
  ['an option is added in the middle', ['Java', 'Ops', 'Web', 'Data science'], { Data: 'Data science' }],
  ['the one before it is removed', ['Java', 'Data science'], { Web: null, Data: 'Data science' }],
  ['two others take the place of another', ['Java', 'Ops', 'DATA'], { Web: 'Ops', Data: 'DATA' }],
  ['two are added beside it', ['Java', 'Web', 'Data science', 'Ops', 'JavaScript'], { Data: 'Data science' }],
  ['both new ones have its words', ['Java', 'Web', 'Data science', 'Big data'], { Data: null }],
  ['another at the other end is removed', ['Web', 'Data science'], { Java: null, Data: 'Data science' }],
  ['the others change places', ['Data', 'Web design', 'Java'], { Web: 'Web design' }],
  ['the first moves to the end', ['Web', 'Data science', 'Java', 'Ops'], { Data: 'Data science' }],
  ['the last moves to the start and one is added', ['Data', 'Java', 'Web design', 'Ops'], { Web: null }],
  ['one is removed and another added elsewhere', ['Web', 'Data', 'Ops'], { Java: null }],
  ['all are replaced by fewer', ['Ops'], { Java: null, Web: null, Data: null }],
])('an option is renamed, not removed, while %s', (_, options, expected) => {
  const asked = (list: string[]) => [
    { _id: 'a', title: 'A', configuration: { fields: [field('track', { dataType: 'select', options: list })] } },
  ];
  const { removedOptions } = impactOf(process(asked(['Java', 'Web', 'Data'])), process(asked(options)), []);
  expect(Object.fromEntries(removedOptions.map(({ option, renamedTo }) => [option, renamedTo]))).toEqual(expected);
});

test('an option that is also renamed in the answers keeps the steps open that require it', () => {
  const asked = (option: string) => [
    {
      _id: 'about',
      title: 'About you',
      configuration: { fields: [field('track', { dataType: 'select', options: [option, 'Data'] })] },
    },
    {
      _id: 'web',
      title: 'Web',
      visibilityCondition: {
        terms: [
          { target: 'FIELD', targetDetails: 'track', operator: 'Greater than or equal', comparisonValue: option },
        ],
      },
    },
  ];
  const [before, after] = [process(asked('Web')), process(asked('Web and apps'))];
  const stepOf = (renames: Parameters<typeof startImpact>[2]) => {
    const { add, impact } = startImpact(before, after, renames);
    add('app-0', facts('NEW', { track: 'Web' }));
    return impact().steps.find(({ _id }) => _id === 'web');
  };
  expect(stepOf([])).toMatchObject({ disappears: 1 });
  expect(stepOf([{ name: 'track', from: 'Web', to: 'Web and apps' }])).toMatchObject({ disappears: 0 });
});
