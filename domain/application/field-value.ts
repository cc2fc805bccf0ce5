import { isBlank } from '../text/blank.ts';
import type { FieldValue } from './events.ts';

export const isEmptyValue = (value: FieldValue | null | undefined): boolean =>
  value === null || value === undefined || (typeof value === 'string' && isBlank(value));

/** Absent, null and blank are equal; files are equal if they are the same stored file. */
export function isSameValue(left: FieldValue | null | undefined, right: FieldValue | null | undefined): boolean {
  if (isEmptyValue(left) || isEmptyValue(right)) return isEmptyValue(left) && isEmptyValue(right);
  if (typeof left === 'object' && typeof right === 'object') return left?.fileId === right?.fileId;
  return left === right;
}

export const textOf = (value: FieldValue): string => (typeof value === 'string' ? value : value.fileName);
