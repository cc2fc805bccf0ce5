import type { FieldValue } from './events.ts';

export const isEmptyValue = (value: FieldValue | null | undefined): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

/** Nothing, null and blanks are the same; files are the same when they are the same stored file. */
export function isSameValue(left: FieldValue | null | undefined, right: FieldValue | null | undefined): boolean {
  if (isEmptyValue(left) || isEmptyValue(right)) return isEmptyValue(left) && isEmptyValue(right);
  if (typeof left === 'object' && typeof right === 'object') return left?.fileId === right?.fileId;
  return left === right;
}

/** A value as people read it, and as conditions compare it. */
export const textOf = (value: FieldValue): string => (typeof value === 'string' ? value : value.fileName);
