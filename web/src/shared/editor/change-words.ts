import type { FieldValue } from '../../../../domain/application/events.ts';
import { type Field, inWords } from '../forms/field-errors.ts';

/** In characters, of each of the two values. */
const LONGEST = 200;
const CONTEXT = 40;

/** Long texts are cut to what differs in them. */
function excerpts(one: string, other: string): readonly [string, string] {
  if (one.length <= LONGEST && other.length <= LONGEST) return [one, other];
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const from = Math.max(0, same - CONTEXT);
  const cut = (text: string) => {
    const part = text.slice(from, from + LONGEST).toWellFormed();
    return `${from > 0 ? '…' : ''}${part}${from + LONGEST < text.length ? '…' : ''}`;
  };
  return [cut(one), cut(other)];
}

/** What a change of a field does: "Name from A to B". */
export function changeLines(field: Field, before: FieldValue, after: FieldValue): readonly string[] {
  if (field.changeInWords) return field.changeInWords(before, after);
  const words = (value: FieldValue) => inWords(field, value).replace(/\s+/g, ' ').trim();
  const [was, is] = excerpts(words(before), words(after));
  return [`${field.label} from ${was || 'nothing'} to ${is || 'nothing'}`];
}
