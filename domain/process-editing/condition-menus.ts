import { CORE_ANSWERS, type CoreAnswerName } from '../application/core-fields.ts';
import type { ConditionTerm } from '../process/conditions.ts';
import type { FormField, ProcessConfig } from '../process/config.ts';
import { definitionsOf } from '../process/fields.ts';
import { FACT_LABELS } from './condition-sentences.ts';

export interface ConditionSubject {
  readonly target: ConditionTerm['target'];
  /** The field's name. */
  readonly targetDetails?: string;
  readonly label: string;
}

export interface SubjectGroup {
  readonly label: string;
  readonly subjects: readonly ConditionSubject[];
}

/** What a condition can be about: the application itself, then fields in the order in which applicants meet them. */
export function subjectsOf(config: ProcessConfig): readonly SubjectGroup[] {
  const seen = new Set<string>();
  const subjectsIn = (fields: readonly { readonly name: string; readonly label: string }[]): ConditionSubject[] =>
    fields.flatMap(({ name, label }) => {
      if (name === '' || seen.has(name)) return [];
      seen.add(name);
      return [{ target: 'FIELD' as const, targetDetails: name, label: label.trim() === '' ? name : label }];
    });
  const facts = Object.entries(FACT_LABELS).map(([name, label]) => ({ name, label }));
  const groups: SubjectGroup[] = [
    {
      label: 'The application',
      subjects: [
        { target: 'STATUS', label: 'Status' },
        { target: 'ASSESSMENTS_COMPLETE', label: 'Completed assessments' },
        ...subjectsIn(facts),
      ],
    },
    { label: 'Application form', subjects: subjectsIn(config.applicationForm.fields) },
    ...config.applicationDetailsSteps.map(({ title, configuration }, index) => ({
      label: `Step ${index + 1}${title.trim() === '' ? '' : `: ${title}`}`,
      subjects: subjectsIn(configuration?.fields ?? []),
    })),
    { label: 'Staff fields', subjects: subjectsIn(config.fields) },
  ];
  return groups.filter(({ subjects }) => subjects.length > 0);
}

/** The subject of a term on a standard field that no form asks: it can be evaluated, but the menus do not offer it. */
export function unaskedSubject(
  { target, targetDetails }: Pick<ConditionTerm, 'target' | 'targetDetails'>,
  config: ProcessConfig,
): ConditionSubject | null {
  const name = targetDetails ?? '';
  if (target !== 'FIELD' || !isCoreAnswer(name) || definitionsOf(name, config).length > 0) return null;
  return { target, targetDetails: name, label: CORE_ANSWERS[name].label };
}

const isCoreAnswer = (name: string): name is CoreAnswerName => Object.hasOwn(CORE_ANSWERS, name);

export interface ConditionOperator {
  readonly operator: ConditionTerm['operator'];
  readonly label: string;
  /** How the value is entered; null: there is none. */
  readonly value: 'status' | 'number' | 'option' | null;
}

const ANSWERED = { operator: 'Exists', label: 'is answered', value: null } as const;
const CHOSEN: Readonly<Record<string, string>> = {
  selectedPaymentModelId: 'is chosen',
  calendlyStartTime: 'is known',
  calendlyEventUri: 'is made',
};

/** Only what the engine can tell for this subject; a condition compares numbers or goes by the alphabet. */
export function operatorsFor(
  { target, targetDetails }: Pick<ConditionTerm, 'target' | 'targetDetails'>,
  config: ProcessConfig,
): readonly ConditionOperator[] {
  if (target === 'STATUS') {
    return [
      { operator: 'Greater than or equal', label: 'is at least', value: 'status' },
      { operator: 'Greater than', label: 'is after', value: 'status' },
    ];
  }
  if (target === 'ASSESSMENTS_COMPLETE') {
    return [
      { operator: 'Greater than or equal', label: 'are at least', value: 'number' },
      { operator: 'Greater than', label: 'are more than', value: 'number' },
    ];
  }
  const name = targetDetails ?? '';
  if (Object.hasOwn(CHOSEN, name)) return [{ ...ANSWERED, label: CHOSEN[name] ?? ANSWERED.label }];
  const definitions = definitionsOf(name, config);
  if (definitions.length > 0 && definitions.every(({ dataType }) => dataType === 'select')) {
    return optionsOf(definitions).every((option) => option.trim() !== '' && Number.isFinite(Number(option)))
      ? [ANSWERED, ...comparing('number')]
      : [
          ANSWERED,
          { operator: 'Greater than or equal', label: 'is, or comes later in the alphabet than,', value: 'option' },
          { operator: 'Greater than', label: 'comes later in the alphabet than', value: 'option' },
        ];
  }
  return definitions.some(({ dataType }) => dataType === 'text') ? [ANSWERED, ...comparing('number')] : [ANSWERED];
}

const comparing = (value: 'number'): readonly ConditionOperator[] => [
  { operator: 'Greater than or equal', label: 'is at least', value },
  { operator: 'Greater than', label: 'is more than', value },
];

export const optionsOf = (definitions: readonly FormField[]): readonly string[] => [
  ...new Set(definitions.flatMap(({ options }) => options ?? [])),
];
