import type { FieldValue } from '../../../../domain/application/events.ts';
import { isEmptyValue, isSameValue } from '../../../../domain/application/field-value.ts';
import { isStoredFile } from '../files/files.ts';
import type { Values } from './field-errors.ts';

/** What a form shows for what a document holds: texts and files as they are, everything else empty. */
export const answersOf = (names: readonly string[], document: Readonly<Record<string, unknown>>): Values =>
  Object.fromEntries(
    names.map((name) => {
      const value = document[name];
      return [name, typeof value === 'string' || isStoredFile(value) ? value : ''];
    }),
  );

/** Only what differs goes to the server, so that two people never overwrite each other; null clears. */
export function changedValues(before: Values, after: Values): Record<string, FieldValue | null> {
  const changes: Record<string, FieldValue | null> = {};
  for (const [name, value] of Object.entries(after)) {
    const answer = typeof value === 'string' ? value.trim() : value;
    if (!isSameValue(answer, before[name])) changes[name] = isEmptyValue(answer) ? null : answer;
  }
  return changes;
}
