import { isApplicationStatus } from '../application/statuses.ts';
import type { FieldError } from '../event-sourcing/decision.ts';
import { TEXTS } from '../text/texts.ts';
import { type Condition, type ConditionTerm, FACT_FIELDS, numberOf } from './conditions.ts';
import type { ProcessConfig } from './config.ts';
import { fieldNamesOf } from './fields.ts';

/** Faults that would make a condition fail whenever it is evaluated, each with its path. */
export function conditionRules(config: ProcessConfig): readonly FieldError[] {
  const known = new Set([...FACT_FIELDS, ...fieldNamesOf(config)]);
  const rulesOf = (condition: Condition | undefined, path: string) =>
    (condition?.terms ?? []).flatMap((term, index) => termRules(term, known, `${path}.terms[${index}]`));
  return config.applicationDetailsSteps.flatMap((step, index) => {
    const path = `applicationDetailsSteps[${index}]`;
    return [
      ...rulesOf(step.visibilityCondition, `${path}.visibilityCondition`),
      ...rulesOf(step.completionCondition, `${path}.completionCondition`),
      ...(step.content ?? []).flatMap(({ condition }, at) => rulesOf(condition, `${path}.content[${at}].condition`)),
    ];
  });
}

function termRules(term: ConditionTerm, known: ReadonlySet<string>, path: string): readonly FieldError[] {
  const { target, targetDetails, operator, comparisonValue } = term;
  const errors: FieldError[] = [];
  if (target === 'FIELD' && !known.has(targetDetails ?? '')) {
    const message = TEXTS.processes.conditionFieldUnknown(targetDetails ?? '');
    errors.push({ field: `${path}.targetDetails`, message });
  }
  if (operator === 'Exists') return errors;
  const field = `${path}.comparisonValue`;
  if (target === 'STATUS' && !isApplicationStatus(comparisonValue)) {
    errors.push({ field, message: TEXTS.applications.statusUnknown });
  } else if (target === 'ASSESSMENTS_COMPLETE' && numberOf(comparisonValue) === null) {
    errors.push({ field, message: TEXTS.processes.conditionNumberExpected });
  } else if (target === 'FIELD' && String(comparisonValue ?? '').trim() === '') {
    errors.push({ field, message: TEXTS.processes.conditionValueMissing });
  }
  return errors;
}
