import type { FieldValue } from '../../../../domain/application/events.ts';
import { isEmptyValue, isSameValue } from '../../../../domain/application/field-value.ts';
import { isStoredFile } from '../files/files.ts';
import type { Field, Values } from './field-errors.ts';

export const trimmed = (value: FieldValue | undefined) => (typeof value === 'string' ? value.trim() : value);

/** Whether saving one value instead of the other would change nothing: `500.00` and `500` of a number. */
export const isSameAnswer = (
  { stored }: Pick<Field, 'stored'>,
  one: FieldValue | undefined,
  other: FieldValue | undefined,
): boolean =>
  isSameValue(trimmed(one), trimmed(other)) ||
  (stored !== undefined && JSON.stringify(stored(one ?? '')) === JSON.stringify(stored(other ?? '')));

export const answersOf = (names: readonly string[], document: Readonly<Record<string, unknown>>): Values =>
  Object.fromEntries(
    names.map((name) => {
      const value = document[name];
      return [name, typeof value === 'string' || isStoredFile(value) ? value : ''];
    }),
  );

/** The differences only, so that two editors of different fields do not overwrite each other; null clears. */
export function changedValues(before: Values, after: Values): Record<string, FieldValue | null> {
  const changes: Record<string, FieldValue | null> = {};
  for (const [name, value] of Object.entries(after)) {
    const answer = trimmed(value) ?? '';
    if (!isSameValue(answer, before[name])) changes[name] = isEmptyValue(answer) ? null : answer;
  }
  return changes;
}
