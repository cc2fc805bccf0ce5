import { isEmptyValue } from '../application/field-value.ts';
import { TEXTS } from '../text/texts.ts';
import { isAdminOnlyField } from './admin-only-fields.ts';
import { evaluateCondition, type Facts, type OnError } from './conditions.ts';
import type { FormField, ProcessConfig, Step } from './config.ts';

export interface StepState {
  readonly index: number;
  readonly isVisible: boolean;
  /** A hidden step is neither complete nor active. */
  readonly isComplete: boolean;
  readonly isActive: boolean;
}

export function stepsOf(config: ProcessConfig, facts: Facts, onError?: OnError): readonly StepState[] {
  const completed = new Set(facts.completedAssessmentIds);
  const states = config.applicationDetailsSteps.map((step, index) => {
    const isVisible = isStepVisible(step, facts, onError);
    const isComplete = isVisible && isStepComplete(step, { config, completed }, facts, onError);
    return { index, isVisible, isComplete, canBeActive: isVisible && !isComplete && isCompletable(step, config) };
  });
  const active = states.findIndex(({ canBeActive }) => canBeActive);
  return states.map(({ index, isVisible, isComplete }) => ({
    index,
    isVisible,
    isComplete,
    isActive: index === active,
  }));
}

export const isStepVisible = (step: Step, facts: Facts, onError?: OnError): boolean =>
  !step.visibilityCondition || evaluateCondition(step.visibilityCondition, facts, onError);

export const visibleSteps = (config: ProcessConfig, facts: Facts, onError?: OnError): ReadonlySet<string> =>
  new Set(config.applicationDetailsSteps.filter((step) => isStepVisible(step, facts, onError)).map(({ _id }) => _id));

interface Whole {
  readonly config: ProcessConfig;
  readonly completed: ReadonlySet<string>;
}

function isStepComplete(step: Step, { config, completed }: Whole, facts: Facts, onError?: OnError): boolean {
  if (hasTerms(step)) return evaluateCondition(step.completionCondition, facts, onError);
  if (!isCompletable(step, config)) return false;
  const fields = answerableFields(step.configuration?.fields ?? [], config);
  return (
    fields.every(({ name }) => isFilled(name, facts)) &&
    (step.assessmentIds ?? []).every((id) => completed.has(id)) &&
    (!step.availablePaymentModels?.length || facts.selectedPaymentModelId !== null)
  );
}

/** A step that only informs never blocks. */
function isCompletable(step: Step, config: ProcessConfig): boolean {
  return (
    hasTerms(step) ||
    answerableFields(step.configuration?.fields ?? [], config).length > 0 ||
    (step.assessmentIds ?? []).length > 0 ||
    (step.availablePaymentModels ?? []).length > 0
  );
}

/** An editor leaves an empty condition when its last term is removed; it does not count. */
const hasTerms = (step: Step): step is Step & { completionCondition: NonNullable<Step['completionCondition']> } =>
  (step.completionCondition?.terms.length ?? 0) > 0;

export const answerableFields = (fields: readonly FormField[], config: Pick<ProcessConfig, 'fields'>): FormField[] =>
  fields.filter(({ name }) => !isAdminOnlyField(name, config));

export interface FormProgress {
  readonly requiredLeft: number;
  readonly optionalLeft: number;
}

export function progressOfForm(fields: readonly FormField[], facts: Pick<Facts, 'fields'>): FormProgress {
  const left = fields.filter(({ name }) => !isFilled(name, facts));
  const requiredLeft = left.filter(({ required }) => required).length;
  return { requiredLeft, optionalLeft: left.length - requiredLeft };
}

export function textOfProgress({ requiredLeft, optionalLeft }: FormProgress): string | null {
  return requiredLeft === 0 && optionalLeft > 0 ? TEXTS.applications.requiredAnswersDone(optionalLeft) : null;
}

const isFilled = (name: string, { fields }: Pick<Facts, 'fields'>): boolean =>
  Object.hasOwn(fields, name) && !isEmptyValue(fields[name]);
