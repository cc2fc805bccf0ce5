import { isEmptyValue, textOf } from '../application/field-value.ts';
import { type Condition, type ConditionTerm, evaluateCondition, type Facts, numberOf } from '../process/conditions.ts';
import type { FieldWords } from './condition-sentences.ts';

const MISSING_FACTS: Readonly<Record<string, string>> = {
  selectedPaymentModelId: 'no payment plan is chosen',
  calendlyStartTime: 'the interview time is not known',
  calendlyEventUri: 'no interview is booked',
};

/** "status is NEW, needs CONTRACT SENT or later" for each term that keeps the condition from being true; null if it is true. */
export function whyFalse(condition: Condition | undefined, facts: Facts, fields: FieldWords): string | null {
  if (!condition || evaluateCondition(condition, facts)) return null;
  const failing = condition.terms.filter(
    (term) => !evaluateCondition({ logicalOperator: 'AND', terms: [term] }, facts),
  );
  const reasons = failing.map((term) => whyTermFails(term, facts, fields));
  return reasons.join(condition.logicalOperator === 'OR' ? '; and ' : '; ');
}

function whyTermFails(term: ConditionTerm, facts: Facts, fields: FieldWords): string {
  const { target, targetDetails, operator, comparisonValue } = term;
  const isAfter = operator === 'Greater than';
  if (target === 'STATUS') {
    const wanted = String(comparisonValue ?? 'a status');
    return `status is ${facts.status}, needs ${isAfter ? `a later one than ${wanted}` : `${wanted} or later`}`;
  }
  if (target === 'ASSESSMENTS_COMPLETE') {
    const count = facts.completedAssessmentIds.length;
    const wanted = operator === 'Exists' ? 1 : (comparisonValue ?? 'a number');
    const complete = count === 1 ? '1 assessment is complete' : `${count} assessments are complete`;
    return `${complete}, needs ${isAfter ? 'more than ' : ''}${wanted}`;
  }
  const name = targetDetails ?? '';
  const subject = fields.words(name).text;
  const value = Object.hasOwn(facts.fields, name) ? facts.fields[name] : null;
  if (value === null || value === undefined || isEmptyValue(value)) {
    return Object.hasOwn(MISSING_FACTS, name) ? String(MISSING_FACTS[name]) : `${subject} is not answered`;
  }
  const wanted = String(comparisonValue ?? '');
  const isNumber = numberOf(textOf(value)) !== null && numberOf(wanted) !== null;
  const needs = isNumber
    ? `${isAfter ? 'more than' : 'at least'} ${wanted}`
    : `${isAfter ? `a text after “${wanted}”` : `“${wanted}” or a later text`} in the alphabet`;
  return `${subject} is “${shortened(textOf(value))}”, needs ${needs}`;
}

const SHORT = 60;
function shortened(text: string): string {
  const letters = Array.from(text.slice(0, 4 * SHORT));
  return letters.length > SHORT ? `${letters.slice(0, SHORT).join('')}…` : text;
}
