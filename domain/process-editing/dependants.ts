import type { ConditionTerm } from '../process/conditions.ts';
import type { FormField, ProcessConfig } from '../process/config.ts';
import { fieldNamesOf } from '../process/fields.ts';
import { type ConditionPlace, conditionsOf } from './condition-places.ts';
import { type FieldWords, sentenceOf, textOfWords } from './condition-sentences.ts';
import { remove, titleAt } from './edits.ts';
import { kindAt, type Path, valueAt } from './tree.ts';

export interface Dependants {
  /** Fields that nobody is asked for afterwards, neither applicants nor staff. Their answers are kept. */
  readonly names: readonly string[];
  /** Fields that only a column shows afterwards: staff edit them, applicants no longer answer them. */
  readonly staffOnly: readonly string[];
  /** Conditions outside that point inside. */
  readonly conditions: readonly ConditionPlace[];
  /** Positions of the columns that show a field of it. */
  readonly columns: readonly number[];
}

/** What would miss a field, step, option or column if it were deleted. */
export function dependantsOf(config: ProcessConfig, path: Path): Dependants {
  if (kindAt(path) === 'option') return { ...NOTHING, conditions: conditionsOnOption(config, path) };
  const { config: after } = remove(config, path);
  const [before, left, asked] = [fieldNamesOf(config), fieldNamesOf(after), fieldNamesOf({ ...after, fields: [] })];
  const wasAsked = fieldNamesOf({ ...config, fields: [] });
  const gone = new Set([...wasAsked].filter((name) => !asked.has(name)));
  const names = [...before].filter((name) => !left.has(name));
  const lost = new Set([...gone, ...names]);
  return {
    names,
    staffOnly: [...gone].filter((name) => left.has(name)),
    conditions: conditionsOf(config).filter(
      (place) => !isInside(place.path, path) && place.condition.terms.some((term) => lost.has(fieldOf(term))),
    ),
    columns: after.fields.flatMap(({ name }, index) => (gone.has(name) ? [index] : [])),
  };
}

/** What happens to its dependants if an element is deleted, one line each; empty if there are none. */
export function dependantLines(config: ProcessConfig, path: Path, fields: FieldWords): readonly string[] {
  const { conditions, columns, staffOnly } = dependantsOf(config, path);
  const { config: after } = remove(config, path);
  const kept = columns.flatMap((index) => after.fields[index] ?? []).filter(({ name }) => staffOnly.includes(name));
  return [
    ...conditions.map(({ step, purpose, condition }) => {
      const title = titleAt(config, ['applicationDetailsSteps', step]) ?? `Step ${step + 1}`;
      return `${title}: “${textOfWords(sentenceOf(condition, purpose, fields))}” no longer works. Change it before you save.`;
    }),
    ...kept.map(({ label, name }) => `The column “${label || name}” stays, and only staff fill it in.`),
  ];
}

const NOTHING: Dependants = { names: [], staffOnly: [], conditions: [], columns: [] };

function conditionsOnOption(config: ProcessConfig, path: Path): readonly ConditionPlace[] {
  const { name } = valueAt(config, path.slice(0, -2)) as FormField;
  const option = valueAt(config, path);
  return conditionsOf(config).filter(({ condition }) =>
    condition.terms.some((term) => fieldOf(term) === name && term.comparisonValue === option),
  );
}

const fieldOf = ({ target, targetDetails }: ConditionTerm): string => (target === 'FIELD' ? (targetDetails ?? '') : '');

const isInside = (path: Path, outer: Path): boolean => outer.every((part, index) => path[index] === part);
