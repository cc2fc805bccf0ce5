import type { FieldValue } from '../../../../domain/application/events.ts';
import { isEmptyValue, isSameValue } from '../../../../domain/application/field-value.ts';
import { isStoredFile } from '../files/files.ts';
import type { Values } from './field-errors.ts';

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
    const answer = typeof value === 'string' ? value.trim() : value;
    if (!isSameValue(answer, before[name])) changes[name] = isEmptyValue(answer) ? null : answer;
  }
  return changes;
}
