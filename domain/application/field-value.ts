import type { FieldValue } from './events.ts';

/** Empty, or only whitespace and invisible characters. */
export const isBlank = (text: string): boolean =>
  !/[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);

export const isEmptyValue = (value: FieldValue | null | undefined): boolean =>
  value === null || value === undefined || (typeof value === 'string' && isBlank(value));

/** Absent, null and blank are equal; files are equal if they are the same stored file. */
export function isSameValue(left: FieldValue | null | undefined, right: FieldValue | null | undefined): boolean {
  if (isEmptyValue(left) || isEmptyValue(right)) return isEmptyValue(left) && isEmptyValue(right);
  if (typeof left === 'object' && typeof right === 'object') return left?.fileId === right?.fileId;
  return left === right;
}

export const textOf = (value: FieldValue): string => (typeof value === 'string' ? value : value.fileName);
