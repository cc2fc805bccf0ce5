/** JSON writes NUL and lone surrogates as escapes, so that a look at the text is enough for all other events. */
const SUSPECT = /\\u(?:0000|d[89a-f])/i;

/**
 * What a text of the log says, with U+FFFD in place of what no read model keeps: earlier versions appended NUL and lone
 * surrogates. The stored text and its hash stay as they are.
 */
export const mended = (value: unknown, text: string): unknown => (SUSPECT.test(text) ? mend(value) : value);

function mend(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\ufffd');
  if (Array.isArray(value)) return value.map(mend);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mend(member)]));
}
