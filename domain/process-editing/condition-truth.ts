import { APPLICATION_STATUSES, isApplicationStatus, rankOf } from '../application/statuses.ts';
import { type Condition, type ConditionTerm, evaluateCondition, FACT_FIELDS, numberOf } from '../process/conditions.ts';
import type { ProcessConfig, Step } from '../process/config.ts';
import { definitionsOf } from '../process/fields.ts';
import { optionsOf } from './condition-menus.ts';
import type { ConditionPlace } from './condition-places.ts';
import type { FieldWords } from './condition-sentences.ts';

export interface Truth {
  /** `doubtful`: it can be evaluated, but names an option that no longer exists. */
  readonly verdict: 'never' | 'always' | 'doubtful';
  readonly reason: string;
}

export interface ConditionTruth {
  /** Of the whole condition: "can never be true" or "always true". */
  readonly whole: Truth | null;
  readonly terms: readonly (Truth | null)[];
}

interface Reach {
  readonly config: ProcessConfig;
  /** Steps that some applicant can come to see. */
  readonly open: ReadonlySet<Step>;
  /** Null: unknown, because the assessments of the batches are. */
  readonly assessments: number | null;
}

/**
 * What the config alone decides about each condition. Give the assessments of the batches that use the process, so that
 * "3 of 2 assessments" is found; undefined: unknown.
 */
export function truthsOf(config: ProcessConfig, fields: FieldWords, batchAssessmentIds?: readonly string[]) {
  const reach = reachOf(config, batchAssessmentIds);
  return (place: ConditionPlace): ConditionTruth => truthOf(place, reach, fields);
}

/** Opens steps until no further one can open: what is left waits for itself. */
function reachOf(config: ProcessConfig, batchAssessmentIds: readonly string[] | undefined): Reach {
  const steps = config.applicationDetailsSteps;
  const open = new Set<Step>();
  for (;;) {
    const ids = new Set([
      ...(batchAssessmentIds ?? []),
      ...[...open].flatMap(({ assessmentIds }) => assessmentIds ?? []),
    ]);
    const reach = { config, open, assessments: batchAssessmentIds ? ids.size : null };
    const before = open.size;
    // A step that opens counts at once for those after it, so a chain of steps takes one pass.
    for (const step of steps) if (!open.has(step) && canHold(step.visibilityCondition, reach)) open.add(step);
    if (open.size === before) return reach;
  }
}

function canHold(condition: Condition | undefined, reach: Reach): boolean {
  if (!condition || condition.terms.length === 0) return true;
  const can = condition.terms.map((term) => isPossible(term, reach));
  if (condition.logicalOperator === 'OR') return can.some(Boolean);
  return can.every(Boolean) && contradiction(condition, reach) === null;
}

function isPossible(term: ConditionTerm, reach: Reach): boolean {
  const { target, targetDetails, operator, comparisonValue } = term;
  if (target === 'STATUS') {
    if (operator === 'Exists') return true;
    if (!isApplicationStatus(comparisonValue)) return false;
    return operator !== 'Greater than' || rankOf(comparisonValue) < APPLICATION_STATUSES.length - 1;
  }
  if (target === 'ASSESSMENTS_COMPLETE') {
    const wanted = operator === 'Exists' ? 1 : numberOf(comparisonValue);
    if (wanted === null) return false;
    if (reach.assessments === null) return true;
    return operator === 'Greater than' ? reach.assessments > wanted : reach.assessments >= wanted;
  }
  const name = targetDetails ?? '';
  return canBeAnswered(name, reach) && (optionsThatFit([term], name, reach.config)?.length ?? 1) > 0;
}

/** Null where the field takes any text. */
function optionsThatFit(
  terms: readonly ConditionTerm[],
  name: string,
  config: ProcessConfig,
): readonly string[] | null {
  const definitions = definitionsOf(name, config);
  if (definitions.length === 0 || !definitions.every(({ dataType }) => dataType === 'select')) return null;
  const about = terms.filter(({ target, targetDetails }) => target === 'FIELD' && targetDetails === name);
  const facts = (option: string) =>
    ({ status: 'NEW', completedAssessmentIds: [], selectedPaymentModelId: null, fields: { [name]: option } }) as const;
  return optionsOf(definitions).filter((option) =>
    evaluateCondition({ logicalOperator: 'AND', terms: about }, facts(option)),
  );
}

function canBeAnswered(name: string, { config, open }: Reach): boolean {
  if (name === 'selectedPaymentModelId') return [...open].some((step) => step.availablePaymentModels?.length);
  const asking = stepsAsking(name, config);
  if (isAskedElsewhere(name, config)) return true;
  return asking.some((step) => open.has(step)) || (asking.length === 0 && FACT_FIELDS.includes(name));
}

const stepsAsking = (name: string, config: ProcessConfig): readonly Step[] => askingIn(config).get(name) ?? [];

/** Cached per config, because every term of every condition asks while its author types. */
const ASKING = new WeakMap<ProcessConfig, ReadonlyMap<string, readonly Step[]>>();
function askingIn(config: ProcessConfig): ReadonlyMap<string, readonly Step[]> {
  const known = ASKING.get(config);
  if (known) return known;
  const asking = new Map<string, Step[]>();
  for (const step of config.applicationDetailsSteps) {
    for (const name of new Set(step.configuration?.fields.map((field) => field.name))) {
      const steps = asking.get(name);
      if (steps) steps.push(step);
      else asking.set(name, [step]);
    }
  }
  ASKING.set(config, asking);
  return asking;
}

/** In the application form, or by staff: a column that no form asks for, or an admin-only one. */
function isAskedElsewhere(name: string, config: ProcessConfig): boolean {
  if (config.applicationForm.fields.some((field) => field.name === name)) return true;
  const isStaffField = stepsAsking(name, config).length === 0;
  return config.fields.some((column) => column.name === name && (column.isAdminOnly || isStaffField));
}

function truthOf({ condition, purpose, step }: ConditionPlace, reach: Reach, fields: FieldWords): ConditionTruth {
  const own = reach.config.applicationDetailsSteps[step];
  // A part of a step that can never be shown: the step's own condition says why.
  const isSilent = purpose !== 'visibility' && own !== undefined && !reach.open.has(own);
  if (isSilent || !own) return { whole: null, terms: condition.terms.map(() => null) };
  const implied = purpose === 'visibility' ? [] : alwaysGiven(own);
  const terms = condition.terms.map((term) => truthOfTerm(term, own, { reach, fields, implied }));
  return { whole: wholeOf(condition, terms, reach, fields), terms };
}

const alwaysGiven = ({ visibilityCondition }: Step): readonly ConditionTerm[] =>
  visibilityCondition && (visibilityCondition.logicalOperator === 'AND' || visibilityCondition.terms.length === 1)
    ? visibilityCondition.terms
    : [];

function wholeOf(
  condition: Condition,
  terms: readonly (Truth | null)[],
  reach: Reach,
  fields: FieldWords,
): Truth | null {
  if (terms.length === 0) return null;
  const [never, always] = (['never', 'always'] as const).map((verdict) =>
    terms.filter((term) => term?.verdict === verdict),
  );
  if (!never || !always) return null;
  const isOr = condition.logicalOperator === 'OR';
  if (isOr ? never.length === terms.length : never.length > 0) return never[0] ?? null;
  if (isOr ? always.length > 0 : always.length === terms.length) return always[0] ?? null;
  const name = isOr ? null : contradiction(condition, reach);
  if (name === null) return null;
  return { verdict: 'never', reason: `No option of ${fields.words(name).text} fits all of this.` };
}

/** The field of which no option fits all terms together. */
function contradiction({ terms }: Condition, { config }: Reach): string | null {
  const names = new Set(
    terms.flatMap(({ target, targetDetails }) => (target === 'FIELD' ? [targetDetails ?? ''] : [])),
  );
  return [...names].find((name) => optionsThatFit(terms, name, config)?.length === 0) ?? null;
}

interface Around {
  readonly reach: Reach;
  readonly fields: FieldWords;
  /** Terms that hold wherever the condition is evaluated. */
  readonly implied: readonly ConditionTerm[];
}

function truthOfTerm(term: ConditionTerm, step: Step, around: Around): Truth | null {
  const reason = whyNever(term, step, around);
  if (reason !== null) return { verdict: 'never', reason };
  const sure = whyAlways(term, around);
  if (sure !== null) return { verdict: 'always', reason: sure };
  const gone = goneOption(term, around);
  return gone === null ? null : { verdict: 'doubtful', reason: gone };
}

function whyNever(term: ConditionTerm, step: Step, { reach, fields }: Around): string | null {
  if (isPossible(term, reach)) return null;
  const { target, targetDetails, operator, comparisonValue } = term;
  if (target === 'STATUS') {
    return isApplicationStatus(comparisonValue)
      ? `No status comes after ${comparisonValue}.`
      : `${JSON.stringify(comparisonValue ?? '')} is not a status.`;
  }
  if (target === 'ASSESSMENTS_COMPLETE') {
    if (operator !== 'Exists' && numberOf(comparisonValue) === null) return 'The number of assessments is missing.';
    const { assessments } = reach;
    return assessments === 0
      ? 'Nothing here offers an assessment.'
      : `Applicants can take only ${assessments} of them.`;
  }
  const name = targetDetails ?? '';
  const words = fields.words(name);
  if (words.kind === 'gone') return `${words.text} is no longer asked.`;
  if (canBeAnswered(name, reach)) return `No option of ${words.text} fits this.`;
  return whyUnanswered(name, words.text, step, reach);
}

function whyUnanswered(name: string, words: string, step: Step, reach: Reach): string {
  if (name === 'selectedPaymentModelId') return 'No step that applicants can see offers a payment plan.';
  const asking = stepsAsking(name, reach.config);
  const [first] = asking;
  if (!first) return `${words} is not asked anywhere.`;
  if (asking.every((one) => one === step)) {
    return `${words} is asked only in this step, which stays hidden until it is answered.`;
  }
  const title = `“${first.title}”`;
  return waitsFor(first, step, reach)
    ? `This step and ${title} wait for each other, because ${words} is asked only in that step.`
    : `${words} is asked only in ${title}, which can never be shown.`;
}

/** True if the step can open only after the other one, directly or through further steps. */
function waitsFor(step: Step, other: Step, reach: Reach, seen: ReadonlySet<Step> = new Set()): boolean {
  const names = (step.visibilityCondition?.terms ?? []).flatMap((term) =>
    term.target === 'FIELD' && !isPossible(term, reach) ? [term.targetDetails ?? ''] : [],
  );
  const next = names.flatMap((name) => stepsAsking(name, reach.config)).filter((one) => !seen.has(one));
  const further = new Set([...seen, ...next]);
  return next.includes(other) || next.some((one) => waitsFor(one, other, reach, further));
}

function whyAlways(term: ConditionTerm, { implied }: Around): string | null {
  const { target, targetDetails, operator, comparisonValue } = term;
  if (target === 'STATUS') {
    if (operator === 'Exists') return 'Every application has a status.';
    const isLowest = operator === 'Greater than or equal' && comparisonValue === APPLICATION_STATUSES[0];
    if (isLowest) return `Every status is at least ${comparisonValue}.`;
  }
  if (target === 'ASSESSMENTS_COMPLETE' && operator !== 'Exists') {
    const wanted = numberOf(comparisonValue) ?? 1;
    if (operator === 'Greater than' ? wanted < 0 : wanted <= 0) return 'It is true without any assessment.';
  }
  if (target === 'FIELD' && targetDetails === 'email' && operator === 'Exists') return 'Every applicant has an email.';
  return implied.some((given) => implies(given, term)) ? 'The step is shown only then.' : null;
}

function implies(given: ConditionTerm, term: ConditionTerm): boolean {
  if (given.target !== term.target) return false;
  if (term.target === 'STATUS') return leastRank(given) >= leastRank(term);
  if (term.target === 'FIELD' && given.targetDetails !== term.targetDetails) return false;
  if (term.target === 'FIELD' && term.operator === 'Exists') return true;
  return given.operator === term.operator && (given.comparisonValue ?? '') === (term.comparisonValue ?? '');
}

function leastRank({ operator, comparisonValue }: ConditionTerm): number {
  if (operator === 'Exists' || !isApplicationStatus(comparisonValue)) return 0;
  return rankOf(comparisonValue) + (operator === 'Greater than' ? 1 : 0);
}

function goneOption(term: ConditionTerm, { reach, fields }: Around): string | null {
  const { target, targetDetails, operator, comparisonValue } = term;
  if (target !== 'FIELD' || operator === 'Exists' || typeof comparisonValue !== 'string') return null;
  const name = targetDetails ?? '';
  const definitions = definitionsOf(name, reach.config);
  const isChoice = definitions.length > 0 && definitions.every(({ dataType }) => dataType === 'select');
  if (!isChoice || numberOf(comparisonValue) !== null || optionsOf(definitions).includes(comparisonValue)) return null;
  return `“${comparisonValue}” is not an option of ${fields.words(name).text}.`;
}
