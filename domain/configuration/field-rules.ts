import { accept, type FieldError, type Result, reject } from '../event-sourcing/decision.ts';
import { type FileReference, isFileReference } from '../file/file-reference.ts';
import { isBlank } from '../text/blank.ts';
import { asValue } from '../text/inserted-text.ts';
import { TEXT_LIMIT } from '../text/text-limits.ts';
import { TEXTS } from '../text/texts.ts';

export type Checked<Value> = { readonly value: Value } | { readonly message: string };

/** Returns the cleaned value, null to clear the field, or a refusal. `current` is the value before the change. */
export type FieldRule<Value> = (wanted: Value | null, current?: Value) => Checked<Value>;
export type FieldRules<Details> = { readonly [Field in keyof Details]-?: FieldRule<Details[Field]> };

/** Requested changes: absent = unchanged, null = cleared. */
export type Wanted<Details> = { readonly [Field in keyof Details]?: Details[Field] | null };

export function checkWanted<Details extends object>(
  rules: FieldRules<Details>,
  wanted: Wanted<Details>,
  current: Details,
): Result<Partial<Details>> {
  const changes: Partial<Details> = {};
  const errors: FieldError[] = [];
  for (const field of Object.keys(rules) as (keyof Details & string)[]) {
    const value = wanted[field];
    if (value === undefined) continue;
    const checked = rules[field](value, current[field]);
    if ('message' in checked) errors.push({ field, message: checked.message });
    else if (!isSame(checked.value, current[field])) changes[field] = checked.value;
  }
  return errors[0] ? reject('refused', errors[0].message, errors) : accept(changes);
}

export const requiredText =
  (name: string, limit = TEXT_LIMIT): FieldRule<string> =>
  (wanted) => {
    const value = wanted?.trim() ?? '';
    if (isBlank(value)) return { message: TEXTS.documents.valueRequired(name) };
    return withinLimit(value, limit);
  };

/** One line without characters that hide or reverse the texts beside it. A name that was stored before stays as it is. */
export const requiredName: FieldRule<string> = (wanted, current) =>
  wanted && wanted === current ? { value: wanted } : requiredText('Name')(asValue(wanted ?? ''));

export const optionalText =
  (limit = TEXT_LIMIT): FieldRule<string | null> =>
  (wanted) => {
    const value = wanted?.trim() ?? '';
    return value === '' ? { value: null } : withinLimit(value, limit);
  };

/** A text that must pass `isValid` after `clean`; an empty one is null. */
export const optionalForm =
  (
    isValid: (value: string) => boolean,
    message: string,
    clean = (value: string) => value.trim(),
  ): FieldRule<string | null> =>
  (wanted) => {
    const value = clean(wanted ?? '');
    if (value === '') return { value: null };
    return isValid(value) ? { value } : { message };
  };

export const requiredForm =
  (
    name: string,
    isValid: (value: string) => boolean,
    message: string,
    clean = (value: string) => value.trim(),
  ): FieldRule<string> =>
  (wanted) => {
    const value = clean(wanted ?? '');
    if (value === '') return { message: TEXTS.documents.valueRequired(name) };
    return isValid(value) ? { value } : { message };
  };

export const optionalFile: FieldRule<FileReference | null> = (wanted) =>
  wanted === null || isFileReference(wanted) ? { value: wanted } : { message: TEXTS.forms.fileInvalid };

export const required =
  <Value>(name: string, isValid: (value: Value) => boolean = () => true, message?: string): FieldRule<Value> =>
  (wanted) => {
    if (wanted === null) return { message: TEXTS.documents.valueRequired(name) };
    return isValid(wanted) ? { value: wanted } : { message: message ?? TEXTS.documents.valueRequired(name) };
  };

const withinLimit = (value: string, limit: number): Checked<string> =>
  value.length <= limit ? { value } : { message: TEXTS.forms.textTooLong(limit) };

/** Equality of texts, numbers, file references and lists of ids. */
function isSame(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  const [some, others] = [left as Record<string, unknown>, right as Record<string, unknown>];
  const members = new Set([...Object.keys(some), ...Object.keys(others)]);
  return [...members].every((member) => isSame(some[member], others[member]));
}
