import type { Condition, ConditionTerm } from '../process/conditions.ts';
import type { Form, FormField, ProcessConfig } from '../process/config.ts';
import { fieldNamesOf } from '../process/fields.ts';
import { type ConditionPlace, conditionsOf } from './condition-places.ts';
import { remove } from './edits.ts';
import { kindAt, type Path, valueAt } from './tree.ts';

export interface Dependants {
  /** Fields that no form asks for afterwards, of applicants or staff. Their answers are kept. */
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

/** What an element's deletion would touch. */
export interface Deletion {
  /** Fields that applicants are no longer asked for. */
  readonly names: readonly string[];
  /** Conditions that point to it. A field that keeps its column can still be filled in, so they still work. */
  readonly conditions: readonly (ConditionPlace & { readonly isBroken: boolean })[];
  /** Columns that stay, and that only staff fill in afterwards. */
  readonly columns: readonly { readonly path: Path; readonly label: string }[];
}

export function deletionOf(config: ProcessConfig, path: Path): Deletion {
  const { names, staffOnly, conditions, columns } = dependantsOf(config, path);
  const kept = columns.flatMap((index) => {
    const column = config.fields[index];
    if (!column || !staffOnly.includes(column.name)) return [];
    return [{ path: ['fields', index], label: column.label.trim() || column.name }];
  });
  const gone = new Set(names);
  return {
    names: [...names, ...staffOnly],
    conditions: conditions.map((place) => ({
      ...place,
      isBroken: place.condition.terms.some((term) => gone.has(fieldOf(term))),
    })),
    columns: kept,
  };
}

/** The config without these fields and without the terms about them, so that it stays valid. */
export function withoutFields(config: ProcessConfig, names: readonly string[]): ProcessConfig {
  const isKept = ({ name }: { readonly name: string }) => !names.includes(name);
  const formOf = (form: Form): Form => ({ ...form, fields: form.fields.filter(isKept) });
  const conditionOf = (condition: Condition | undefined): Condition | undefined => {
    const terms = condition?.terms.filter((term) => !names.includes(fieldOf(term))) ?? [];
    return condition && terms.length > 0 ? { ...condition, terms } : undefined;
  };
  return {
    ...config,
    fields: config.fields.filter(isKept),
    applicationForm: formOf(config.applicationForm),
    applicationDetailsSteps: config.applicationDetailsSteps.map(
      ({ visibilityCondition, completionCondition, content, configuration, ...step }) => {
        const [visible, complete] = [conditionOf(visibilityCondition), conditionOf(completionCondition)];
        return {
          ...step,
          ...(visible ? { visibilityCondition: visible } : {}),
          ...(complete ? { completionCondition: complete } : {}),
          ...(content
            ? {
                content: content.map(({ condition, ...block }) => {
                  const own = conditionOf(condition);
                  return own ? { ...block, condition: own } : block;
                }),
              }
            : {}),
          ...(configuration ? { configuration: formOf(configuration) } : {}),
        };
      },
    ),
  };
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
