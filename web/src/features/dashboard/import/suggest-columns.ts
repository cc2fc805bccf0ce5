import { APPLICATION_STATUSES } from '../../../../../domain/application/statuses.ts';
import type { FormField } from '../../../../../domain/process/config.ts';
import type { ImportField } from '../../../../../domain/process/import-fields.ts';
import { isEmail } from '../../../../../domain/values/email.ts';
import type { SheetColumn } from './read-spreadsheet.ts';

/** What a column can fill. */
export type Target = Pick<FormField, 'name' | 'label' | 'dataType' | 'required' | 'options'> &
  Partial<Pick<ImportField, 'isExpected'>>;

/** Not names of fields. */
export const STATUS = ':status';
export const FULL_NAME = ':fullName';

export const IMPORTABLE_STATUSES = APPLICATION_STATUSES.filter((status) => status !== 'TRANSFERRED');

export const targetsOf = (fields: readonly Target[]): readonly Target[] => [
  ...fields,
  { name: STATUS, label: 'Status', dataType: 'select', required: false, options: [...IMPORTABLE_STATUSES] },
  { name: FULL_NAME, label: 'Full name (split into first and last name)', dataType: 'text', required: false },
];

/** The target's name for each column; null for a column that is not imported, or not chosen yet. */
export type Mapping = readonly (string | null)[];

const SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map([
  ['email', ['mail', 'email address', 'e mail']],
  ['firstName', ['given name', 'forename', 'first']],
  ['lastName', ['surname', 'family name', 'last']],
  ['phoneNumber', ['phone', 'phone number', 'mobile', 'mobile number', 'cell', 'telephone', 'tel', 'contact number']],
  [STATUS, ['stage', 'state', 'application status']],
  [FULL_NAME, ['name', 'full name', 'applicant', 'applicant name', 'student', 'student name', 'candidate']],
]);

const wordsOf = (text: string): readonly string[] =>
  text
    .slice(0, 200)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Sørensen–Dice over pairs of letters, from 0 to 1. */
function likeness(one: string, other: string): number {
  const pairs = (text: string) => new Set(Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2)));
  if (one.length < 2 || other.length < 2) return 0;
  const [left, right] = [pairs(one), pairs(other)];
  return (2 * [...left].filter((pair) => right.has(pair)).length) / (left.size + right.size);
}

const ENOUGH = 0.7;

function closeness(title: readonly string[], candidate: readonly string[]): number {
  const [one, other] = [title.join(''), candidate.join('')];
  if (one === other) return 1;
  const holds = candidate.length > 0 && candidate.every((word) => title.includes(word));
  return Math.max(holds && other.length > 3 ? 0.85 : 0, 0.95 * likeness(one, other));
}

function scoreOf({ title, samples }: SheetColumn, { name, label, dataType }: Target): number {
  const candidates = [name, name === FULL_NAME ? '' : label, ...(SYNONYMS.get(name) ?? [])];
  const words = wordsOf(title);
  const best = Math.max(...candidates.map((candidate) => closeness(words, wordsOf(candidate))));
  if (dataType !== 'email' || samples.length === 0) return best;
  const areEmails = samples.filter(isEmail).length > samples.length / 2;
  return areEmails ? Math.max(best, ENOUGH) : 0;
}

/** By title, by likeness and by values that are email addresses; each target once, the closest pair first. */
export function suggestColumns(columns: readonly SheetColumn[], targets: readonly Target[]): Mapping {
  const pairs = columns.flatMap((column, at) =>
    targets.map(({ name }, n) => ({ at, name, score: scoreOf(column, targets[n] as Target) })),
  );
  const chosen = new Map<number, string>();
  const used = new Set<string>();
  for (const { at, name, score } of pairs.toSorted((one, other) => other.score - one.score)) {
    if (score < ENOUGH || chosen.has(at) || used.has(name)) continue;
    if (name === FULL_NAME && (used.has('firstName') || used.has('lastName'))) continue;
    if ((name === 'firstName' || name === 'lastName') && used.has(FULL_NAME)) continue;
    chosen.set(at, name);
    used.add(name);
  }
  return columns.map((_, at) => chosen.get(at) ?? null);
}

/** Each target fills one field once. */
export function choose(mapping: Mapping, at: number, name: string | null): Mapping {
  const rivals = name === FULL_NAME ? ['firstName', 'lastName', name] : [name];
  const alsoFull = name === 'firstName' || name === 'lastName' ? [FULL_NAME] : [];
  return mapping.map((old, n) => {
    if (n === at) return name;
    return old !== null && [...rivals, ...alsoFull].includes(old) ? null : old;
  });
}

/** Labels of required targets without a column. */
export function missingIn(mapping: Mapping, targets: readonly Target[]): readonly string[] {
  const filled = new Set(mapping.flatMap((name) => (name === FULL_NAME ? ['firstName', 'lastName'] : (name ?? []))));
  return targets
    .filter(({ name, required }) => (required || name === 'email') && !filled.has(name))
    .map(({ label }) => label);
}
