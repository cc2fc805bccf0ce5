import type { ContentBlock, DashboardField, Form, FormField, ProcessConfig, Step } from '../process/config.ts';
import { conditionsOf, fieldsAskedBy } from './condition-places.ts';
import { freeName, nameFromLabel } from './names.ts';
import { differenceOf, type ElementKind, kindAt, listAt, type Path, valueAt, withValue } from './tree.ts';

/** A changed config, the words for undo, and where the change is before and after it. */
export interface Edit {
  readonly config: ProcessConfig;
  /** "delete Motivation": undo and redo name it. */
  readonly name: string;
  readonly from: Path;
  readonly to: Path;
  /** Edits with the same key that follow each other are undone together, such as typed letters. */
  readonly key?: string | undefined;
}

export type NewId = () => string;

const STEPS: Path = ['applicationDetailsSteps'];

export const NEW_FIELD: Readonly<Record<FormField['dataType'], string>> = {
  text: 'Text',
  email: 'Email address',
  paragraph: 'Paragraph',
  tel: 'Phone',
  file: 'File',
  select: 'Choice',
};

export const newStep = (newId: NewId, members: Partial<Step> = {}): Step => ({ _id: newId(), title: '', ...members });
export const newBlock = (newId: NewId, markdown = '') => ({ _id: newId(), markdown });

export function newField(
  config: ProcessConfig,
  dataType: FormField['dataType'],
  taken: Iterable<string> = [],
): FormField {
  const name = nameFromLabel('', [...namesInUse(config), ...taken]);
  const field = { name, label: '', dataType, required: false };
  return dataType === 'select' ? { ...field, options: ['Option 1'] } : field;
}

export function newColumn(config: ProcessConfig, taken: Iterable<string> = []): DashboardField {
  const name = nameFromLabel('', [...namesInUse(config), ...taken], 'note');
  return { name, label: '', dataType: 'text', isAdminOnly: false };
}

/** A list that does not exist yet is made, and so is a step's form for its fields. */
export function insert(config: ProcessConfig, list: Path, index: number, element: unknown): Edit {
  const changed = withList(config, list, listAt(config, list).toSpliced(index, 0, element));
  const path = [...list, index];
  return { config: changed, name: `add ${wordsFor(changed, path)}`, from: list, to: path };
}

/** Several at once, such as pasted questions or options. */
export function insertAll(config: ProcessConfig, list: Path, index: number, elements: readonly unknown[]): Edit {
  const changed = withList(config, list, listAt(config, list).toSpliced(index, 0, ...elements));
  const name =
    elements.length === 1 ? wordsFor(changed, [...list, index]) : `${elements.length} ${PLURALS[kindAt(list)]}`;
  return { config: changed, name: `add ${name}`, from: list, to: [...list, index] };
}

/** Conditions that point to it stay, and `faultsOf` reports them. */
export function remove(config: ProcessConfig, path: Path): Edit {
  const [list, index] = placeIn(path);
  const changed = withValue(config, list, listAt(config, list).toSpliced(index, 1));
  return { config: changed, name: `delete ${wordsFor(config, path)}`, from: path, to: list };
}

/** `index` is the position in the list after the move. A field keeps its name, and with it answers and rules. */
export function move(config: ProcessConfig, path: Path, list: Path, index: number): Edit {
  const [source, at] = placeIn(path);
  const element = valueAt(config, path);
  const without = withValue(config, source, listAt(config, source).toSpliced(at, 1));
  const changed = withList(without, list, listAt(without, list).toSpliced(index, 0, element));
  return { config: changed, name: `move ${wordsFor(config, path)}`, from: path, to: [...list, index] };
}

/** Sets a member of the element at the path; undefined removes it. Typing in one member is one undo. */
export function change(config: ProcessConfig, path: Path, member: string, value: unknown): Edit {
  const to = [...path, member];
  const changed = withValue(config, to, value);
  const isWhole = path.length === 0;
  const words = isWhole ? 'the process' : wordsFor(config, path);
  const name = `change the ${isWhole && member === 'label' ? 'name' : (MEMBER_WORDS[member] ?? 'value')} of ${words}`;
  return { config: changed, name, from: to, to, key: JSON.stringify(to) };
}

/** A form with neither heading nor questions is absent. */
export function changeHeading(config: ProcessConfig, step: Path, title: string): Edit {
  const form: Path = [...step, 'configuration'];
  const { fields = [] } = (valueAt(config, form) ?? {}) as Partial<Form>;
  const to = [...form, 'title'];
  const value = { title, fields };
  const changed =
    fields.length > 0 ? withValue(config, to, title) : withValue(config, form, title === '' ? undefined : value);
  return {
    config: changed,
    name: `change the heading of ${wordsFor(config, step)}`,
    from: to,
    to,
    key: JSON.stringify(to),
  };
}

/**
 * The label of a field or column. Until the name is saved, it follows from the label, and conditions and columns of that
 * field follow the name. `taken` are the saved names and those that hold answers of removed fields.
 */
export function relabel(config: ProcessConfig, path: Path, label: string, taken: ReadonlySet<string>): Edit {
  const edit = change(config, path, 'label', label);
  const { name = '', label: former = '' } = valueAt(config, path) as Partial<FormField>;
  const others = namesBeside(config, path);
  const named = (text: string) =>
    nameFromLabel(text, [...others, ...taken], kindAt(path) === 'column' ? 'note' : 'question');
  if (taken.has(name) || others.has(name) || named(former) !== name) return edit;
  return { ...edit, config: renamed(edit.config, path, name, named(label)) };
}

/** A new name of a field that is not saved yet; conditions and columns of it follow. */
export function rename(config: ProcessConfig, path: Path, name: string): Edit {
  const { name: former = '' } = valueAt(config, path) as Partial<FormField>;
  const edit = change(config, path, 'name', name);
  return namesBeside(config, path).has(former) ? edit : { ...edit, config: renamed(config, path, former, name) };
}

/** The text of an option; conditions that compare with it follow. */
export function renameOption(config: ProcessConfig, path: Path, option: string): Edit {
  const former = valueAt(config, path);
  const field = valueAt(config, path.slice(0, -2)) as Partial<FormField>;
  const own = withValue(config, path, option);
  const steps = mapTerms(own.applicationDetailsSteps, (term) =>
    term.target === 'FIELD' && term.targetDetails === field.name && term.comparisonValue === former
      ? { ...term, comparisonValue: option }
      : term,
  );
  const changed = withValue(own, STEPS, steps);
  const name = `rename an option of ${wordsFor(config, path.slice(0, -2))}`;
  return { config: changed, name, from: path, to: path, key: JSON.stringify(path) };
}

/** Inserts the copy below the original, with new ids and names; its rules refer to its own parts. */
export function duplicate(config: ProcessConfig, path: Path, newId: NewId, taken: Iterable<string> = []): Edit {
  const [list, index] = placeIn(path);
  const name = `duplicate ${wordsFor(config, path)}`;
  const { copy, names } = copyOf(
    valueAt(config, path),
    kindAt(path),
    new Set([...namesInUse(config), ...taken]),
    newId,
  );
  const to = [...list, index + 1];
  const changed = withValue(config, list, listAt(config, list).toSpliced(index + 1, 0, copy));
  return { config: withHiddenColumns(changed, names), name, from: path, to };
}

/** Another process: the same questions under the same names, with ids of its own. */
export function duplicateProcess(config: ProcessConfig, newId: NewId): ProcessConfig {
  const steps = config.applicationDetailsSteps.map((step) => withFreshIds(step, newId));
  return { ...config, label: `${config.label} (copy)`, applicationDetailsSteps: steps };
}

/** For an import, a restored version, the JSON text, and what a save has merged. */
export function replace(before: ProcessConfig, config: ProcessConfig, name: string): Edit {
  const place = differenceOf(before, config);
  return { config, name, from: place, to: place };
}

export function namesOf(config: ProcessConfig): ReadonlySet<string> {
  const forms = [config.applicationForm, ...config.applicationDetailsSteps.map(({ configuration }) => configuration)];
  const fields = [...config.fields, ...forms.flatMap((form) => form?.fields ?? [])];
  return new Set(fields.map(({ name }) => name).filter((name) => name !== ''));
}

/** A rule may still ask about a field that is gone: a new one with that name would give it a meaning. */
export const namesInUse = (config: ProcessConfig): ReadonlySet<string> =>
  new Set([...namesOf(config), ...conditionsOf(config).flatMap(({ condition }) => fieldsAskedBy(condition))]);

/** The element's own words, for lists, messages and undo: its title, label or text. */
export const titleAt = (config: ProcessConfig, path: Path): string | null =>
  titleOf(valueAt(config, path), kindAt(path));

/** An option is its own title; a question without a label shows its name. */
export function titleOf(element: unknown, kind?: ElementKind): string | null {
  if (typeof element === 'string') return kind === 'option' ? titleIn(element) : null;
  const { title, label, name, markdown, url } = (element ?? {}) as Readonly<Record<string, unknown>>;
  return titleIn(title ?? label ?? markdown ?? url) ?? (kind === 'field' ? titleIn(name) : null);
}

const titleIn = (text: unknown): string | null =>
  typeof text === 'string' && text.trim() !== '' ? shortened(text) : null;

const SHORT = 40;
function shortened(text: string): string {
  const line =
    text
      .trim()
      .split('\n')[0]
      ?.replace(/^#+\s*/, '') ?? '';
  const letters = Array.from(line);
  return letters.length > SHORT ? `${letters.slice(0, SHORT).join('').trimEnd()}…` : line;
}

const SINGULARS: Readonly<Record<ElementKind, string>> = {
  process: 'the process',
  step: 'a step',
  field: 'a question',
  column: 'a column',
  block: 'a text block',
  option: 'an option',
  embed: 'an embedded page',
  term: 'a term of a condition',
  plan: 'a payment plan',
  assessment: 'an assessment',
  form: 'a form',
  condition: 'a condition',
};
const PLURALS: Readonly<Record<ElementKind, string>> = {
  process: 'processes',
  step: 'steps',
  field: 'questions',
  column: 'columns',
  block: 'text blocks',
  option: 'options',
  embed: 'embedded pages',
  term: 'terms',
  plan: 'payment plans',
  assessment: 'assessments',
  form: 'forms',
  condition: 'conditions',
};
/** How undo, differences and conflicts name a member of the config. */
export const MEMBER_WORDS: Readonly<Record<string, string>> = {
  label: 'label',
  title: 'title',
  subtitle: 'subtitle',
  name: 'name',
  dataType: 'type',
  required: 'required mark',
  details: 'help text',
  options: 'options',
  markdown: 'text',
  url: 'address',
  condition: 'condition',
  visibilityCondition: 'visibility',
  completionCondition: 'completion',
  availablePaymentModels: 'payment plans',
  assessmentIds: 'assessments',
  integrations: 'embedded pages',
  content: 'content',
  configuration: 'form',
  isAdminOnly: 'audience',
  isPersonal: 'privacy',
  requestSignup: 'password after applying',
};

/** Its title, or what it is: "a step". */
export const wordsFor = (config: ProcessConfig, path: Path): string =>
  kindAt(path) === 'field' ? questionWords(config, path) : (titleAt(config, path) ?? SINGULARS[kindAt(path)]);

/** A question without a label is "question 3 of About you", because its name says nothing. */
function questionWords(config: ProcessConfig, path: Path): string {
  const title = titleOf(valueAt(config, path));
  const [number, form] = [Number(path.at(-1)) + 1, path[0] === 'applicationForm'];
  return (
    title ?? `question ${number} of ${form ? 'the application form' : (titleAt(config, path.slice(0, 2)) ?? 'a step')}`
  );
}

function placeIn(path: Path): readonly [Path, number] {
  const index = path.at(-1);
  if (typeof index !== 'number') throw new Error(`${JSON.stringify(path)} is not an element of a list`);
  return [path.slice(0, -1), index];
}

function withList(config: ProcessConfig, list: Path, elements: readonly unknown[]): ProcessConfig {
  const form = list.slice(0, -1);
  const isMissingForm = list.at(-1) === 'fields' && form.at(-1) === 'configuration' && !valueAt(config, form);
  return isMissingForm ? withValue(config, form, { title: '', fields: elements }) : withValue(config, list, elements);
}

interface Copied {
  readonly copy: unknown;
  /** From the original's name to the copy's. */
  readonly names: ReadonlyMap<string, string>;
}

function copyOf(element: unknown, kind: ElementKind, taken: Set<string>, newId: NewId): Copied {
  const names = new Map<string, string>();
  const fresh = (name: string) => {
    const copied = freeName(name, taken);
    taken.add(copied);
    names.set(name, copied);
    return copied;
  };
  const labelled = (text: string) => (text.trim() === '' ? text : `${text} (copy)`);
  switch (kind) {
    case 'step': {
      const step = withFreshIds(element as Step, newId);
      const fields = step.configuration?.fields.map((field) => ({ ...field, name: fresh(field.name) }));
      const copy = {
        ...step,
        title: labelled(step.title),
        ...(step.configuration && fields ? { configuration: { ...step.configuration, fields } } : {}),
      };
      return { copy: withTargets(copy, names), names };
    }
    case 'field': {
      const field = element as FormField;
      return { copy: { ...field, name: fresh(field.name), label: labelled(field.label) }, names };
    }
    case 'column': {
      const column = element as DashboardField;
      // The copy is a staff field, which has no options.
      const dataType = column.dataType === 'select' ? 'text' : column.dataType;
      return { copy: { ...column, name: fresh(column.name), label: labelled(column.label), dataType }, names };
    }
    case 'block':
      return { copy: withFreshId(element as object, newId), names };
    case 'option':
      return { copy: labelled(String(element)), names };
    default:
      return { copy: element, names };
  }
}

const withFreshId = (block: object, newId: NewId): object => {
  const _id = newId();
  return Object.hasOwn(block, '_id') ? { ...block, _id } : { _id, ...block };
};

const withFreshIds = (step: Step, newId: NewId): Step => ({
  ...step,
  _id: newId(),
  ...(step.content ? { content: step.content.map((block) => withFreshId(block, newId) as ContentBlock) } : {}),
});

/** A copied question of an admin-only column is for admins only too. */
function withHiddenColumns(config: ProcessConfig, names: ReadonlyMap<string, string>): ProcessConfig {
  const columns = config.fields.flatMap((column) => {
    const name = names.get(column.name);
    return column.isAdminOnly && name !== undefined ? [{ ...column, name }] : [];
  });
  const known = new Set(config.fields.map(({ name }) => name));
  const missing = columns.filter(({ name }) => !known.has(name));
  return missing.length === 0 ? config : withValue(config, ['fields'], [...config.fields, ...missing]);
}

interface TermLike {
  readonly target?: unknown;
  readonly targetDetails?: unknown;
  readonly comparisonValue?: unknown;
}

/** All terms below a node; nodes without a changed term keep their identity. */
function mapTerms(node: unknown, map: (term: TermLike) => TermLike, isTerm = false): unknown {
  if (typeof node !== 'object' || node === null) return node;
  if (isTerm) return map(node);
  if (Array.isArray(node)) {
    const mapped = node.map((element) => mapTerms(element, map));
    return mapped.every((element, index) => element === node[index]) ? node : mapped;
  }
  const entries = Object.entries(node).map(([member, value]) => {
    const isTerms = member === 'terms' && Array.isArray(value);
    const mapped = isTerms ? value.map((term) => mapTerms(term, map, true)) : mapTerms(value, map);
    const isSame = isTerms && value.every((term, index) => term === (mapped as unknown[])[index]);
    return [member, isSame ? value : mapped] as const;
  });
  const isSame = entries.every(([member, value]) => (node as Record<string, unknown>)[member] === value);
  return isSame ? node : Object.fromEntries(entries);
}

const withTargets = (node: unknown, names: ReadonlyMap<string, string>): unknown =>
  mapTerms(node, (term) => {
    const name = term.target === 'FIELD' && typeof term.targetDetails === 'string' && names.get(term.targetDetails);
    return name ? { ...term, targetDetails: name } : term;
  });

/** The names of all fields but this one. The column of a form's field has its name and is no other field. */
function namesBeside(config: ProcessConfig, path: Path): ReadonlySet<string> {
  const without = withValue(config, [...path, 'name'], '');
  if (kindAt(path) === 'column') return namesOf(without);
  const { name } = valueAt(config, path) as FormField;
  return namesOf({ ...without, fields: without.fields.filter((column) => column.name !== name) });
}

function renamed(config: ProcessConfig, path: Path, former: string, name: string): ProcessConfig {
  const own = withValue(config, [...path, 'name'], name);
  const columns = own.fields.map((column) => (column.name === former ? { ...column, name } : column));
  const isColumn = columns.some((column, index) => column !== own.fields[index]);
  const steps = withTargets(own.applicationDetailsSteps, new Map([[former, name]]));
  const changed = steps === own.applicationDetailsSteps ? own : withValue(own, STEPS, steps);
  return isColumn ? withValue(changed, ['fields'], columns) : changed;
}
