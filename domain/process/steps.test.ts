import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { APPLICATION_STATUSES } from '../application/statuses.ts';
import type { Condition, Facts } from './conditions.ts';
import { PROCESS_CONFIG, type ProcessConfig, type Step } from './config.ts';
import { progressOfForm, stepsOf, textOfProgress } from './steps.ts';

const facts = (changes: Partial<Facts> = {}): Facts => ({
  status: 'NEW',
  fields: {},
  completedAssessmentIds: [],
  selectedPaymentModelId: null,
  ...changes,
});
const question = (name: string, required = true) => ({ name, label: name, dataType: 'text' as const, required });
const process = (steps: readonly Partial<Step>[], fields: unknown[] = []): ProcessConfig =>
  PROCESS_CONFIG.parse({
    label: 'Full-stack',
    fields,
    applicationForm: { fields: [question('email')] },
    applicationDetailsSteps: steps.map((step, index) => ({ _id: `s${index}`, title: `Step ${index}`, ...step })),
  });
const form = (...fields: ReturnType<typeof question>[]): Partial<Step> => ({
  configuration: { title: 'About you', fields },
});
const content: Partial<Step> = { content: [{ markdown: 'Welcome' }] };
const reached = (status: string): Condition => ({
  logicalOperator: 'AND',
  terms: [{ target: 'STATUS', operator: 'Greater than or equal', comparisonValue: status }],
});
const marks = (config: ProcessConfig, given: Facts) =>
  stepsOf(config, given).map(({ isVisible, isComplete, isActive }) =>
    !isVisible ? 'hidden' : isComplete ? 'complete' : isActive ? 'active' : 'pending',
  );

describe('a step', () => {
  test('with a form is complete when every field is filled, required or optional', () => {
    const config = process([form(question('city'), question('laptop', false))]);
    expect(marks(config, facts({ fields: { city: 'Cebu' } }))).toEqual(['active']);
    expect(marks(config, facts({ fields: { city: 'Cebu', laptop: 'yes' } }))).toEqual(['complete']);
  });

  test('ignores fields that the applicant never sees', () => {
    const adminOnly = { name: 'notes', label: 'Notes', isAdminOnly: true };
    const config = process([form(question('city'), question('notes'))], [adminOnly]);
    expect(marks(config, facts({ fields: { city: 'Cebu' } }))).toEqual(['complete']);
  });

  test('with assessments is complete when all are submitted', () => {
    const config = process([{ assessmentIds: ['a', 'b'] }]);
    expect(marks(config, facts({ completedAssessmentIds: ['a'] }))).toEqual(['active']);
    expect(marks(config, facts({ completedAssessmentIds: ['b', 'a'] }))).toEqual(['complete']);
  });

  test('with payment models is complete when one is chosen', () => {
    const config = process([{ availablePaymentModels: ['upfront'] }]);
    expect(marks(config, facts())).toEqual(['active']);
    expect(marks(config, facts({ selectedPaymentModelId: 'upfront' }))).toEqual(['complete']);
  });

  test('with a completion condition obeys that alone', () => {
    const config = process([{ ...form(question('city')), completionCondition: reached('INTERVIEW SCHEDULED') }]);
    expect(marks(config, facts({ fields: { city: 'Cebu' } }))).toEqual(['active']);
    expect(marks(config, facts({ status: 'INTERVIEW COMPLETED' }))).toEqual(['complete']);
  });

  test('with nothing to complete is never complete and never active', () => {
    const config = process([content, form(question('city'))]);
    expect(marks(config, facts())).toEqual(['pending', 'active']);
    expect(
      marks(process([{ ...content, completionCondition: { logicalOperator: 'AND', terms: [] } }]), facts()),
    ).toEqual(['pending']);
  });

  test('whose visibility condition fails is hidden, and the next one is active', () => {
    const config = process([{ ...form(question('a')), visibilityCondition: reached('COMPLETE') }, form(question('b'))]);
    expect(marks(config, facts())).toEqual(['hidden', 'active']);
  });
});

test('at most one step is active: the first visible one that can be completed and is not', () => {
  const condition = fc.option(fc.constantFrom(...APPLICATION_STATUSES).map(reached), { nil: undefined });
  const step = fc.record({
    visibilityCondition: condition,
    completionCondition: condition,
    configuration: fc.option(
      fc.constantFrom('a', 'b', 'c').map((name) => ({ title: '', fields: [question(name)] })),
      { nil: undefined },
    ),
  });
  const given = fc.record({
    status: fc.constantFrom(...APPLICATION_STATUSES),
    fields: fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('', 'x')),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 6 }), given, (steps, changes) => {
      const states = stepsOf(process(steps), facts(changes));
      expect(states.map(({ index }) => index)).toEqual(steps.map((_, index) => index));
      const active = states.filter(({ isActive }) => isActive);
      expect(active.length).toBeLessThanOrEqual(1);
      for (const { index, isVisible, isComplete, isActive } of states) {
        if (!isVisible) expect([isComplete, isActive]).toEqual([false, false]);
        if (isComplete) expect(isActive).toBe(false);
        const wanted = steps[index];
        const isOpen = isVisible && !isComplete && (wanted?.completionCondition || wanted?.configuration);
        if (isOpen && !isActive) expect(active[0]?.index).toBeLessThan(index);
      }
    }),
  );
});

test('a card shows what is left of a form', () => {
  const fields = [question('city'), question('laptop', false), question('site', false)];
  const left = (filled: Record<string, string>) => textOfProgress(progressOfForm(fields, facts({ fields: filled })));
  expect(left({})).toBeNull();
  expect(left({ city: 'Cebu' })).toBe('Required answers done, 2 optional left');
  expect(left({ city: 'Cebu', laptop: 'yes', site: 'x' })).toBeNull();
});
