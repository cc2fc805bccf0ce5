import type { ProcessConfig, Step } from '../process/config.ts';
import { type CheckedText, checkText, textOfConfig } from './json-text.ts';
import { stepName } from './places.ts';

/** Lists of ids that are those of one school. */
const LISTS = ['assessmentIds', 'availablePaymentModels'] as const;
export type ReferenceList = (typeof LISTS)[number];

interface Named {
  readonly _id: string;
  readonly name: string;
}
/** The documents of a school that its processes can refer to. */
export type Referable = Readonly<Record<ReferenceList, readonly Named[]>>;

/** What a process of another school refers to. */
export interface ForeignReference {
  readonly list: ReferenceList;
  readonly id: string;
  /** As the file says; null if it does not. */
  readonly name: string | null;
  readonly steps: readonly string[];
}

/** Beside the members of a config, with the names of what it refers to. */
const NAMES = 'names';
type Names = ReadonlyMap<string, string>;

/** The ids mean nothing in another school, so the file has the names as well. */
export function textOfFile(config: ProcessConfig, own: Referable): string {
  const used = new Set(LISTS.flatMap((list) => config.applicationDetailsSteps.flatMap((step) => step[list] ?? [])));
  const names = LISTS.flatMap((list) => own[list]).flatMap(({ _id, name }) => (used.has(_id) ? [[_id, name]] : []));
  if (names.length === 0) return textOfConfig(config);
  return textOfConfig({ ...config, [NAMES]: Object.fromEntries(names) } as ProcessConfig);
}

export interface ProcessFile extends Pick<CheckedText, 'config' | 'errors'> {
  /** Without what only a file has. */
  readonly text: string;
  /** Neither known by id nor by name. */
  readonly foreign: readonly ForeignReference[];
}

/**
 * References that `own` does not have by id are found by name, if one document alone has it. What the saved process refers
 * to can stay.
 */
export function openFile(text: string, own: Referable, saved?: ProcessConfig): ProcessFile {
  const { config: written, errors } = checkText(text, saved);
  if (!written) return { config: null, text, errors, foreign: [] };
  const { [NAMES]: given, ...rest } = written as ProcessConfig & { readonly [NAMES]?: unknown };
  const names = namesIn(given);
  const config = replaceReferences(rest, (list, id) => {
    if (own[list].some(({ _id }) => _id === id)) return id;
    const alike = own[list].filter(({ name }) => name === names.get(id));
    return alike.length === 1 && alike[0] ? alike[0]._id : id;
  });
  return {
    config,
    errors,
    text: given === undefined && isSame(config, rest) ? text : textOfConfig(config),
    foreign: foreignIn(config, own, names, saved),
  };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function namesIn(given: unknown): Names {
  if (typeof given !== 'object' || given === null) return new Map();
  return new Map(Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

function foreignIn(
  config: ProcessConfig,
  own: Referable,
  names: Names,
  saved: ProcessConfig | undefined,
): readonly ForeignReference[] {
  return LISTS.flatMap((list) => {
    const kept = saved?.applicationDetailsSteps.flatMap((step) => step[list] ?? []) ?? [];
    const known = new Set([...own[list].map(({ _id }) => _id), ...kept]);
    const steps = new Map<string, string[]>();
    config.applicationDetailsSteps.forEach((step, index) => {
      for (const id of new Set(step[list])) {
        if (!known.has(id)) steps.set(id, [...(steps.get(id) ?? []), stepName(config, index)]);
      }
    });
    return [...steps].map(([id, places]) => ({ list, id, name: names.get(id) ?? null, steps: places }));
  });
}

/** `choose` gives the id in its place; null leaves it out. */
export function replaceReferences(
  config: ProcessConfig,
  choose: (list: ReferenceList, id: string) => string | null,
): ProcessConfig {
  const inStep = (step: Step): Step => {
    const { assessmentIds, availablePaymentModels, ...others } = step;
    const chosen = (list: ReferenceList, ids: readonly string[] | undefined) => {
      if (!ids) return {};
      const next = [...new Set(ids.flatMap((id) => choose(list, id) ?? []))];
      return next.length > 0 || ids.length === 0 ? { [list]: next } : {};
    };
    return {
      ...others,
      ...chosen('availablePaymentModels', availablePaymentModels),
      ...chosen('assessmentIds', assessmentIds),
    };
  };
  return { ...config, applicationDetailsSteps: config.applicationDetailsSteps.map(inStep) };
}
