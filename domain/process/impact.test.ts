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
  for (const one of applications) add(one);
  return impact();
}

test('an unchanged process has no impact', () => {
  const config = process([about, contract], [field('hobby')]);
  expect(impactOf(config, structuredClone(config), school)).toEqual({
    applications: 3,
    removedFields: [],
    requiredFields: [],
    steps: [],
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
    steps: [{ _id: 'about', title: 'About you', change: 'kept', appears: 0, disappears: 0, reopens: 2, completes: 0 }],
  });
});

test('steps that are added, removed, opened or closed name how many applications they concern', () => {
  const before = process([about, contract]);
  const after = process([
    { ...contract, title: 'Sign', visibilityCondition: reached('NEW'), completionCondition: reached('CONTRACT SENT') },
    { _id: 'new', title: 'New', configuration: { fields: [field('city')] } },
  ]);
  expect(impactOf(before, after, school).steps).toEqual([
    { _id: 'about', title: 'About you', change: 'removed', appears: 0, disappears: 3, reopens: 0, completes: 0 },
    { _id: 'contract', title: 'Sign', change: 'kept', appears: 2, disappears: 0, reopens: 0, completes: 1 },
    { _id: 'new', title: 'New', change: 'added', appears: 3, disappears: 0, reopens: 0, completes: 2 },
  ]);
});
