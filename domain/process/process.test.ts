import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectRepeatable, specify } from '../../test/support/specification.ts';
import { checkConfig, RESERVED_NAMES, withStepIds } from './check-config.ts';
import type { Facts } from './conditions.ts';
import { BUILT_IN_CONFIG, type ProcessConfig } from './config.ts';
import type { ProcessEvent } from './events.ts';
import { readForm } from './form-values.ts';
import { applicantPart, publicPart } from './parts.ts';
import { type ProcessCommand, processConfig } from './process.ts';

const email = { name: 'email', label: 'Email', dataType: 'email', required: true };
const field = (name: string, rest: object = {}) => ({ name, label: name, ...rest });
const config = (changes: object = {}) => ({
  label: 'Full-stack',
  applicationForm: { title: 'Apply', fields: [email] },
  ...changes,
});
const step = (changes: object = {}) => ({ _id: 's', title: 'Step', ...changes });
const errorsOf = (input: unknown) => {
  const checked = checkConfig(input);
  return checked.ok ? [] : (checked.rejection.errors ?? []).map((error) => error.field);
};

describe('a config', () => {
  test('that is valid is stored with its defaults, and without unknown members', () => {
    const checked = checkConfig(config({ colour: 'red' }));
    expect(checked).toEqual({
      ok: true,
      value: {
        label: 'Full-stack',
        requestSignup: false,
        fields: [],
        applicationForm: { title: 'Apply', fields: [email] },
        applicationDetailsSteps: [],
      },
    });
  });

  test('of a batch without a process is valid', () => {
    expect(checkConfig(BUILT_IN_CONFIG).ok).toBe(true);
  });

  test('has a limit for each list, and the refusal names the list, the limit and the length', () => {
    const steps = (count: number) =>
      config({ applicationDetailsSteps: Array.from({ length: count }, (_, n) => step({ _id: `s${n}` })) });
    expect(checkConfig(steps(200)).ok).toBe(true);
    expect(checkConfig(steps(8000))).toMatchObject({
      rejection: {
        code: 'refused',
        errors: [{ field: 'applicationDetailsSteps', message: 'A process can have at most 200 steps. It has 8,000.' }],
      },
    });
    const many = (count: number, of: (n: number) => unknown) => Array.from({ length: count }, (_, n) => of(n));
    const condition = { terms: many(51, () => ({ target: 'STATUS', operator: 'Exists' })) };
    const zoom = { type: 'Zoom', url: 'https://zoom.example' };
    const broken = config({
      fields: many(201, (n) => field(`f${n}`)),
      applicationForm: { fields: [email, field('pick', { dataType: 'select', options: many(51, String) })] },
      applicationDetailsSteps: [
        step({ _id: 'a', visibilityCondition: condition, completionCondition: condition }),
        step({ _id: 'b', configuration: { fields: many(201, (n) => field(`g${n}`)) } }),
        step({ _id: 'c', content: many(101, () => ({ markdown: '' })) }),
        step({ _id: 'd', content: [{ markdown: '', condition, integrations: many(11, () => zoom) }] }),
        step({ _id: 'e', availablePaymentModels: many(101, String), assessmentIds: many(101, String) }),
      ],
    });
    expect(errorsOf(broken)).toEqual([
      'fields',
      'applicationForm.fields[1].options',
      'applicationDetailsSteps[0].visibilityCondition.terms',
      'applicationDetailsSteps[0].completionCondition.terms',
      'applicationDetailsSteps[1].configuration.fields',
      'applicationDetailsSteps[2].content',
      'applicationDetailsSteps[3].content[0].condition.terms',
      'applicationDetailsSteps[3].content[0].integrations',
      'applicationDetailsSteps[4].availablePaymentModels',
      'applicationDetailsSteps[4].assessmentIds',
    ]);
  });

  test('that was longer than a limit can keep its length, but not grow', () => {
    const of = (count: number) =>
      config({
        fields: [],
        applicationDetailsSteps: Array.from({ length: count }, (_, n) => step({ _id: `s${n}` })),
      }) as ProcessConfig;
    expect(checkConfig(of(300), of(300)).ok).toBe(true);
    expect(checkConfig(of(299), of(300)).ok).toBe(true);
    expect(checkConfig(of(301), of(300)).ok).toBe(false);
    const asking = (name: string) => {
      const options = Array.from({ length: 51 }, (_, n) => `${n}`);
      const fields = [email, field(name, { dataType: 'select', options })];
      return config({ fields: [], applicationForm: { fields }, applicationDetailsSteps: [] }) as ProcessConfig;
    };
    expect(checkConfig(asking('pick'), asking('pick')).ok).toBe(true);
    expect(checkConfig(asking('other'), asking('pick')).ok, 'the options of another question').toBe(false);
  });

  test('that is invalid names the path of each error', () => {
    const broken = config({
      fields: [field('ok'), field('not ok')],
      applicationForm: { fields: [email, field('version'), field('city', { dataType: 'map' })] },
    });
    expect(errorsOf(broken)).toEqual(['applicationForm.fields[2].dataType']);
    const named = config({
      fields: [field('ok'), field('not ok')],
      applicationForm: { fields: [email, field('version'), field('city'), field('city')] },
      applicationDetailsSteps: [
        step({ configuration: { fields: [field('pick', { dataType: 'select', options: [' '] })] } }),
        step({ content: [{ markdown: '', integrations: [{ type: 'Zoom', url: 'javascript:alert(1)' }] }] }),
      ],
    });
    expect(errorsOf(named)).toEqual([
      'fields[1].name',
      'applicationForm.fields[1].name',
      'applicationForm.fields[3].name',
      'applicationDetailsSteps[0].configuration.fields[0].options',
      'applicationDetailsSteps[1]._id',
      'applicationDetailsSteps[1].content[0].integrations[0].url',
    ]);
  });

  test('has no two blocks with one id in a step', () => {
    const content = ['b', 'b', undefined, undefined].map((_id) => ({ markdown: '', ...(_id ? { _id } : {}) }));
    expect(errorsOf(config({ applicationDetailsSteps: [step({ content })] }))).toEqual([
      'applicationDetailsSteps[0].content[1]._id',
    ]);
  });

  test('needs a required email', () => {
    expect(errorsOf(config({ applicationForm: { fields: [field('name')] } }))).toEqual(['applicationForm.fields']);
    const optional = { fields: [{ ...email, required: false }] };
    expect(errorsOf(config({ applicationForm: optional }))).toEqual(['applicationForm.fields']);
  });

  test('asks for the email as text that is not admin-only, and for no name as a file', () => {
    const asked = (changes: object) => ({ applicationForm: { fields: [{ ...email, ...changes }] } });
    expect(errorsOf(config(asked({ dataType: 'text' })))).toEqual([]);
    for (const dataType of ['file', 'paragraph', 'tel']) {
      expect(errorsOf(config(asked({ dataType })))).toEqual(['applicationForm.fields[0].dataType']);
    }
    const hidden = config({ fields: [field('phoneNumber'), field('email', { isAdminOnly: true })] });
    expect(errorsOf(hidden)).toEqual(['fields[1].isAdminOnly']);
    const named = config({ applicationForm: { fields: [email, field('firstName', { dataType: 'file' })] } });
    expect(errorsOf(named)).toEqual(['applicationForm.fields[1].dataType']);
  });

  test('treats null as absent wherever a member is optional', () => {
    const nothing = { subtitle: null, visibilityCondition: null, completionCondition: null, content: null };
    const lists = { configuration: null, availablePaymentModels: null, assessmentIds: null };
    const checked = checkConfig(
      config({ requestSignup: null, fields: null, applicationDetailsSteps: [step({ ...nothing, ...lists })] }),
    );
    expect(checked).toMatchObject({ ok: true, value: { applicationDetailsSteps: [{ _id: 's', title: 'Step' }] } });
    expect(checkConfig(config({ label: null })).ok).toBe(false);
    expect(errorsOf(config({ applicationDetailsSteps: [null] }))).toEqual(['applicationDetailsSteps[0]']);
  });

  test('that is nested without end is refused', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`);
    expect(checkConfig(deep).ok).toBe(false);
    expect(checkConfig(config({ unknown: deep })).ok).toBe(true);
  });

  test.each<[object, string | null]>([
    [{ target: 'STATUS', operator: 'Greater than', comparisonValue: 'NEW' }, null],
    [{ target: 'STATUS', operator: 'Exists' }, null],
    [{ target: 'STATUS', operator: 'Greater than', comparisonValue: 'new' }, 'comparisonValue'],
    [{ target: 'STATUS', operator: 'Greater than' }, 'comparisonValue'],
    [{ target: 'STATUS', operator: 'Less than', comparisonValue: 'NEW' }, 'operator'],
    [{ target: 'WEATHER', operator: 'Exists' }, 'target'],
    [{ target: 'ASSESSMENTS_COMPLETE', operator: 'Greater than or equal', comparisonValue: '2' }, null],
    [{ target: 'ASSESSMENTS_COMPLETE', operator: 'Greater than', comparisonValue: 0 }, null],
    [{ target: 'ASSESSMENTS_COMPLETE', operator: 'Greater than', comparisonValue: 'two' }, 'comparisonValue'],
    [{ target: 'FIELD', targetDetails: 'city', operator: 'Exists' }, null],
    [{ target: 'FIELD', targetDetails: 'rating', operator: 'Greater than', comparisonValue: '7' }, null],
    [{ target: 'FIELD', targetDetails: 'calendlyStartTime', operator: 'Exists' }, null],
    [{ target: 'FIELD', targetDetails: 'town', operator: 'Exists' }, 'targetDetails'],
    [{ target: 'FIELD', operator: 'Exists' }, 'targetDetails'],
    [{ target: 'FIELD', targetDetails: 'city', operator: 'Greater than', comparisonValue: ' ' }, 'comparisonValue'],
  ])('with the condition %o is refused at its %s', (term, member) => {
    const condition = { terms: [{ target: 'STATUS', operator: 'Exists' }, term] };
    const withCondition = (changes: object) =>
      config({
        fields: [field('rating')],
        applicationDetailsSteps: [
          step({ _id: 'first', configuration: { fields: [field('city')] } }),
          step({ title: 'Second', ...changes }),
        ],
      });
    const errors = (path: string) => (member === null ? [] : [`applicationDetailsSteps[1].${path}.terms[1].${member}`]);
    for (const name of ['visibilityCondition', 'completionCondition']) {
      expect(errorsOf(withCondition({ [name]: condition }))).toEqual(errors(name));
    }
    const content = [{ markdown: 'for all' }, { markdown: 'for some', condition }];
    expect(errorsOf(withCondition({ content }))).toEqual(errors('content[1].condition'));
  });

  test.each(RESERVED_NAMES)('has no field named %s', (name) => {
    expect(errorsOf(config({ fields: [field(name)] }))).toEqual(['fields[0].name']);
  });

  test('keeps a field whose name was reserved only later', () => {
    const stored = checkConfig(config({ fields: [field('city')] }));
    if (!stored.ok) throw new Error(stored.rejection.message);
    const before = { ...stored.value, fields: stored.value.fields.map((one) => ({ ...one, name: 'mails' })) };
    expect(checkConfig({ ...before, label: 'Renamed' }, before).ok).toBe(true);
    expect(checkConfig({ ...before, fields: [field('emailRequests')] }, before).ok).toBe(false);
  });

  test.each([
    ['/api/applications', 'POST', true],
    ['/api/applications', 'post', true],
    ['/api/applications/:entryId', 'PUT', true],
    ['/api/applications/:entryId', 'POST', false],
    ['/api/users', 'POST', false],
    ['https://evil.example/api/applications', 'POST', false],
    ['constructor', 'POST', false],
  ])('whose form goes to %s by %s: %s', (route, method, isFine) => {
    const form = { route, method, fields: [email] };
    expect(errorsOf(config({ applicationForm: form })).length === 0).toBe(isFine);
  });

  test('is refused, never a fault, whatever it contains', () => {
    fc.assert(
      fc.property(fc.anything(), (anything) => {
        expect(checkConfig(anything).ok).toBe(false);
        expect(typeof checkConfig(config({ applicationDetailsSteps: [anything], fields: anything })).ok).toBe(
          'boolean',
        );
        withStepIds(anything, (label) => label);
      }),
    );
  });

  test('gets an _id for each step that has none', () => {
    const steps = [{ title: 'a' }, { _id: 'kept', title: 'b' }];
    expect(withStepIds(config({ applicationDetailsSteps: steps }), (label) => `new ${label}`)).toMatchObject({
      applicationDetailsSteps: [{ _id: 'new step:0' }, { _id: 'kept' }],
    });
  });
});

describe('what a reader sees of a process', () => {
  const reached = {
    logicalOperator: 'AND',
    terms: [{ target: 'STATUS', operator: 'Greater than', comparisonValue: 'NEW' }],
  };
  const checked = checkConfig(
    config({
      requestSignup: true,
      fields: [field('notes', { isAdminOnly: true })],
      applicationForm: { fields: [email, field('notes')] },
      applicationDetailsSteps: [
        step({ _id: 'a', visibilityCondition: reached }),
        step({
          _id: 'b',
          completionCondition: reached,
          content: [{ markdown: 'for all' }, { markdown: 'for later', condition: reached }],
        }),
        step({ _id: 'c', configuration: { fields: [field('city'), field('notes')] } }),
      ],
    }),
  );
  const process = (checked.ok ? checked.value : null) as ProcessConfig;
  const facts: Facts = { status: 'NEW', fields: {}, completedAssessmentIds: [], selectedPaymentModelId: null };

  test('anyone: the form without admin-only fields', () => {
    const shown = publicPart(process);
    expect(Object.keys(shown)).toEqual(['label', 'requestSignup', 'applicationForm']);
    expect(shown.applicationForm.fields.map(({ name }) => name)).toEqual(['email']);
  });

  test('its applicant: null for what is hidden from them, and no conditions', () => {
    const [a, b, c] = applicantPart(process, facts).applicationDetailsSteps;
    expect(a).toBeNull();
    expect(b?.content).toEqual([{ markdown: 'for all' }, null]);
    expect(c?.configuration?.fields.map(({ name }) => name)).toEqual(['city']);
    expect(JSON.stringify(applicantPart(process, facts))).not.toMatch(/Condition|for later|notes|Greater/);
    const later = applicantPart(process, { ...facts, status: 'COMPLETE' }).applicationDetailsSteps;
    expect(later[0]?._id).toBe('a');
    expect(later[1]?.content?.[1]).toEqual({ markdown: 'for later' });
  });
});

describe('the answers to a form', () => {
  const fields = [
    { ...email, dataType: 'email' as const },
    { name: 'city', label: 'City', dataType: 'text' as const, required: false },
    { name: 'size', label: 'Size', dataType: 'select' as const, required: false, options: ['S', 'M'] },
    { name: 'cv', label: 'CV', dataType: 'file' as const, required: false },
  ];
  const read = (input: Record<string, unknown>) => readForm(fields, { email: 'ada@example.com', ...input });

  test('are those that it asks for', () => {
    const cv = { fileId: 'f', fileName: 'cv.pdf', size: 3 };
    expect(read({ city: ' ', size: 'M', cv, status: 'COMPLETE' })).toEqual({
      ok: true,
      value: { email: 'ada@example.com', size: 'M', cv: { fileId: 'f', fileName: 'cv.pdf' } },
    });
  });

  test.each([
    [{ email: '' }, 'email', 'Please complete all required fields'],
    [{ email: 'ada' }, 'email', 'Please enter a valid email address.'],
    [{ size: 'L' }, 'size', 'Please choose one of the options.'],
    [{ cv: 'cv.pdf' }, 'cv', 'Please upload a file.'],
    [{ city: { fileId: 'f', fileName: 'x' } }, 'city', 'Please enter text.'],
    [{ city: ['Cebu'] }, 'city', 'Please enter text.'],
    [{ city: 'x'.repeat(501) }, 'city', 'Please use at most 500 characters.'],
  ])('%o is refused at %s: %s', (input, name, message) => {
    const answers = read(input);
    expect(answers).toMatchObject({ ok: false, rejection: { code: 'refused', message, errors: [{ field: name }] } });
  });
});

describe('a process', () => {
  const checked = checkConfig(config());
  const value = (checked.ok ? checked.value : null) as ProcessConfig;
  const given = specify(processConfig);
  const created = { type: 'ProcessCreated', data: { organizationId: 'org', config: value } } as const;

  test('in use cannot be deleted, and the refusal names the batches', () => {
    given(created)
      .when({ type: 'DeleteProcess', data: { usedBy: ['June', 'July'] } })
      .thenRefused('refused', 'This process is in use by June, July.');
    given(created)
      .when({ type: 'DeleteProcess', data: { usedBy: [] } })
      .then({ type: 'ProcessDeleted', data: {} });
  });

  test('every command is valid and repeatable in every reachable state', () => {
    const configs = fc.constantFrom(value, { ...value, label: 'Java' });
    expectRepeatable<typeof processConfig.initial, ProcessEvent, ProcessCommand>(
      processConfig,
      fc.oneof(
        configs.map((of) => ({ type: 'CreateProcess', data: { organizationId: 'org', config: of } }) as const),
        configs.map((of) => ({ type: 'ChangeProcess', data: { config: of } }) as const),
        fc.constantFrom([], ['June']).map((usedBy) => ({ type: 'DeleteProcess', data: { usedBy } }) as const),
      ),
    );
  });
});
