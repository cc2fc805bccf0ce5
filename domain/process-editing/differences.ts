import type { Condition } from '../process/conditions.ts';
import type { ProcessConfig } from '../process/config.ts';
import { excerpts } from '../text/excerpts.ts';
import { isEqual } from '../values/is-equal.ts';
import type { ConditionPurpose } from './condition-places.ts';
import { type FieldWords, sentenceOf, textOfWords } from './condition-sentences.ts';
import { MEMBER_WORDS, NEW_FIELD, titleAt, titleOf } from './edits.ts';
import type { Path } from './tree.ts';

/** How lines name what a config only refers to. */
export interface Naming {
  readonly fields: FieldWords;
  /** The name of an assessment or a payment plan. */
  readonly nameOf: (id: string) => string | undefined;
}

type Plain = Readonly<Record<string, unknown>>;
type Kind = 'step' | 'question' | 'column' | 'text' | 'option';

/** One line for each change: "“City” in “About you”: required from no to yes". */
export const differencesIn = (before: ProcessConfig, after: ProcessConfig, naming: Naming): readonly string[] => [
  ...new Set(
    [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((member) =>
      changeLines(member, (before as Plain)[member], (after as Plain)[member], naming),
    ),
  ),
];

/** The change of a member of the config; of a list also the change of one element, which is absent before or after. */
export function changeLines(member: string, before: unknown, after: unknown, naming: Naming): readonly string[] {
  const isStep = member === 'applicationDetailsSteps';
  if (isStep || member === 'fields') {
    const kind = isStep ? 'step' : 'column';
    return Array.isArray(before) || Array.isArray(after)
      ? listLines(kind, before, after, '', naming)
      : elementLines(kind, before, after, '', naming);
  }
  if (member === 'applicationForm') return formLines(before, after, 'the application form', naming);
  return isEqual(before, after)
    ? []
    : [`The process: ${memberLine(OWN_WORDS[member] ?? member, before, after, naming)}`];
}

/** As the editor calls the process's own members. */
const OWN_WORDS: Readonly<Record<string, string>> = { label: 'name' };

const PLURAL: Readonly<Record<Kind, string>> = {
  step: 'steps',
  question: 'questions',
  column: 'columns',
  text: 'texts',
  option: 'options',
};

/** " in “About you”", or nothing for what belongs to the process itself. */
const inWords = (place: string): string => (place === '' ? '' : ` in ${place}`);
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function listLines(kind: Kind, before: unknown, after: unknown, place: string, naming: Naming): readonly string[] {
  const [was, is] = [keyed(before), keyed(after)];
  const lines = [...new Set([...was.keys(), ...is.keys()])].flatMap((key) =>
    elementLines(kind, was.get(key), is.get(key), place, naming),
  );
  const [oldOrder, newOrder] = [
    [...was.keys()].filter((key) => is.has(key)),
    [...is.keys()].filter((key) => was.has(key)),
  ];
  return isEqual(oldOrder, newOrder)
    ? lines
    : [...lines, sentence(`${PLURAL[kind]} in another order${inWords(place)}`)];
}

/** Blocks of earlier versions have no id: their content identifies them, or else their place. */
function keyed(list: unknown): ReadonlyMap<string, unknown> {
  const elements = Array.isArray(list) ? (list as readonly unknown[]) : [];
  return new Map(
    elements.map((element, index) => {
      const { _id, name } = (typeof element === 'object' && element !== null ? element : {}) as Plain;
      return [typeof element === 'string' ? element : String(_id ?? name ?? `#${index}`), element];
    }),
  );
}

function elementLines(kind: Kind, before: unknown, after: unknown, place: string, naming: Naming): readonly string[] {
  if (isEqual(before, after)) return [];
  const name = `${kind} ${nameOfElement(kind, after ?? before)}`;
  if (before === undefined || before === null) return [sentence(`${name} is new${inWords(place)}`)];
  if (after === undefined || after === null) return [sentence(`${name} is deleted${inWords(place)}`)];
  const [was, is] = [before as Plain, after as Plain];
  const members = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return members.flatMap((member): readonly string[] => {
    if (isEqual(was[member], is[member])) return [];
    if (member === 'content') return listLines('text', was[member], is[member], titled(is, was), naming);
    if (member === 'configuration') return formLines(was[member], is[member], titled(is, was), naming);
    if (member === 'options') return listLines('option', was[member], is[member], titled(is, was), naming);
    const own = kind === 'step' ? titled(was, is) : `${name}${inWords(place)}`;
    return [`${sentence(own)}: ${memberLine(member, was[member], is[member], naming)}`];
  });
}

const titled = (...elements: readonly Plain[]): string =>
  `“${elements.map((element) => titleOf(element)).find((title) => title !== null) ?? 'Untitled'}”`;

function nameOfElement(kind: Kind, element: unknown): string {
  const title = typeof element === 'string' ? element : titleOf(element, kind === 'text' ? 'block' : 'field');
  return title === null ? (kind === 'text' ? 'without text' : 'without a name') : `“${title}”`;
}

function formLines(before: unknown, after: unknown, place: string, naming: Naming): readonly string[] {
  const [was, is] = [(before ?? {}) as Plain, (after ?? {}) as Plain];
  const title = isEqual(was.title ?? '', is.title ?? '')
    ? []
    : [`${sentence(place)}: ${memberLine('heading of the questions', was.title, is.title, naming)}`];
  return [...title, ...listLines('question', was.fields, is.fields, place, naming)];
}

function memberLine(member: string, before: unknown, after: unknown, naming: Naming): string {
  const [was, is] = excerpts(valueWords(member, before, naming), valueWords(member, after, naming));
  return `${MEMBER_WORDS[member] ?? member} from ${was} to ${is}`;
}

const PURPOSES: Readonly<Record<string, ConditionPurpose>> = {
  visibilityCondition: 'visibility',
  completionCondition: 'completion',
  condition: 'block',
};

/** A value of the config as people read it. */
export function valueWords(member: string, value: unknown, naming: Naming): string {
  const purpose = PURPOSES[member];
  if (purpose) return `“${textOfWords(sentenceOf(value as Condition | null, purpose, naming.fields))}”`;
  if (typeof value === 'boolean' || (value === undefined && FLAGS.has(member))) return value ? 'yes' : 'no';
  if (value === undefined || value === null || value === '') return 'nothing';
  if (member === 'dataType') return NEW_FIELD[value as keyof typeof NEW_FIELD] ?? String(value);
  if (Array.isArray(value))
    return value.length === 0 ? 'nothing' : value.map((one) => partWords(one, naming)).join(', ');
  if (typeof value === 'object') return nameOfElement('question', value);
  return `“${String(value)}”`;
}

const FLAGS = new Set(['required', 'isPersonal', 'isAdminOnly', 'requestSignup']);

function partWords(part: unknown, { nameOf }: Naming): string {
  if (typeof part === 'string') return `“${nameOf(part) ?? part}”`;
  return `“${titleOf(part) ?? 'without a name'}”`;
}

/** Where a change is: "“City” in “About you”: required mark". */
export function placeWords(config: ProcessConfig, path: Path): string {
  const owners = path.flatMap((part, index) =>
    typeof part === 'number' ? [titleIn(config, path.slice(0, index + 1))] : [],
  );
  const [first, last] = [path[0], path.at(-1)];
  const place =
    owners.toReversed().join(' in ') || (first === 'applicationForm' ? 'The application form' : 'The process');
  return typeof last === 'string' && last !== first
    ? `${place}: ${MEMBER_WORDS[last] ?? last}`
    : owners.length > 0
      ? place
      : `${place}: ${OWN_WORDS[String(first)] ?? MEMBER_WORDS[String(first)] ?? first}`;
}

const titleIn = (config: ProcessConfig, path: Path): string => `“${titleAt(config, path) ?? 'Untitled'}”`;
