import { z } from 'zod';
import { CORE_ANSWERS, FACT_MEMBERS } from '../application/core-fields.ts';
import type { FieldValue } from '../application/events.ts';
import { isEmptyValue, textOf } from '../application/field-value.ts';
import { type ApplicationStatus, isApplicationStatus, rankOf } from '../application/statuses.ts';
import { TEXT_LIMIT } from '../text/text-limits.ts';

export const CONDITION_TERM = z.object({
  target: z.enum(['ASSESSMENTS_COMPLETE', 'STATUS', 'FIELD']),
  targetDetails: z.string().max(100).nullish(),
  operator: z.enum(['Greater than', 'Greater than or equal', 'Exists']),
  comparisonValue: z.union([z.string().max(TEXT_LIMIT), z.number()]).nullish(),
});
export type ConditionTerm = z.infer<typeof CONDITION_TERM>;

export const CONDITION = z.object({
  logicalOperator: z.enum(['AND', 'OR']).default('AND'),
  terms: z.array(CONDITION_TERM).default([]),
});
export type Condition = z.infer<typeof CONDITION>;

/** Core fields that a term may use in addition to the fields of the process. */
export const FACT_FIELDS: readonly string[] = [...Object.keys(CORE_ANSWERS), ...FACT_MEMBERS];

export interface Facts {
  readonly status: ApplicationStatus;
  /** Every field that a term may use, the email included. */
  readonly fields: Readonly<Record<string, FieldValue | null>>;
  /** Assessments with a current submitted solution. */
  readonly completedAssessmentIds: readonly string[];
  readonly selectedPaymentModelId: string | null;
}

/** Called when a term cannot be evaluated; the term is false. */
export type OnError = (message: string) => void;
const ignore: OnError = () => {};

export function evaluateCondition(condition: Condition, facts: Facts, onError: OnError = ignore): boolean {
  if (condition.terms.length === 0) return true;
  const holds = (term: ConditionTerm) => evaluateTerm(term, facts, onError);
  return condition.logicalOperator === 'OR' ? condition.terms.some(holds) : condition.terms.every(holds);
}

function evaluateTerm(term: ConditionTerm, facts: Facts, onError: OnError): boolean {
  const fail = (reason: string) => {
    onError(
      `A condition on ${typeof term.target === 'string' ? term.target : 'nothing known'} cannot be evaluated: ${reason}`,
    );
    return false;
  };
  if (!OPERATORS.includes(term.operator)) return fail(`unknown operator ${JSON.stringify(term.operator)}`);
  switch (term.target) {
    case 'ASSESSMENTS_COMPLETE': {
      const count = facts.completedAssessmentIds.length;
      if (term.operator === 'Exists') return count > 0;
      const wanted = numberOf(term.comparisonValue);
      return wanted === null ? fail('its value is not a number') : compares(count, term.operator, wanted);
    }
    case 'STATUS': {
      if (term.operator === 'Exists') return true;
      const wanted = term.comparisonValue;
      if (!isApplicationStatus(wanted)) return fail(`${JSON.stringify(wanted)} is not a status`);
      return compares(rankOf(facts.status), term.operator, rankOf(wanted));
    }
    case 'FIELD': {
      const name = term.targetDetails;
      if (!name) return fail('it names no field');
      const value = Object.hasOwn(facts.fields, name) ? facts.fields[name] : null;
      if (value === null || value === undefined || isEmptyValue(value)) return false;
      return term.operator === 'Exists' || comparesField(textOf(value), term.operator, term.comparisonValue);
    }
    default:
      return fail('unknown target');
  }
}

const OPERATORS: readonly unknown[] = CONDITION_TERM.shape.operator.options;
type Comparison = Exclude<ConditionTerm['operator'], 'Exists'>;

const compares = <Value extends number | string>(value: Value, operator: Comparison, wanted: Value): boolean =>
  operator === 'Greater than' ? value > wanted : value >= wanted;

/** As numbers if both sides are numbers, else as text. */
function comparesField(value: string, operator: Comparison, wanted: ConditionTerm['comparisonValue']): boolean {
  const [left, right] = [numberOf(value), numberOf(wanted)];
  return left !== null && right !== null
    ? compares(left, operator, right)
    : compares(value, operator, String(wanted ?? ''));
}

export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}
