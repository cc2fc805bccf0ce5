import type { FieldValue } from '../../../../domain/application/events.ts';
import { excerpts } from '../../../../domain/text/excerpts.ts';
import { type Field, inWords } from '../forms/field-errors.ts';

/**
 * Describes a field's change: "Name from A to B"; no words for an invisible one, such as an empty list instead of none.
 */
export function changeLines(field: Field, before: FieldValue, after: FieldValue): readonly string[] {
  if (field.changeInWords) return field.changeInWords(before, after);
  const [was, is] = excerpts(inWords(field, before), inWords(field, after));
  if (was === '' && is === '') return [];
  return [`${field.label} from ${was || 'nothing'} to ${is || 'nothing'}`];
}
