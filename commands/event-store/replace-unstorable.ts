/** JSON writes NUL and lone surrogates as escapes, so that a look at the text is enough for all other events. */
const SUSPECT = /\\u(?:0000|d[89a-f])/i;

/**
 * The parsed value of a text of the log, with U+FFFD in place of what no read model stores: earlier versions appended NUL and
 * lone surrogates. The stored text and its hash stay unchanged.
 */
export const replaceUnstorable = (value: unknown, text: string): unknown =>
  SUSPECT.test(text) ? replaceIn(value) : value;

function replaceIn(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\ufffd');
  if (Array.isArray(value)) return value.map(replaceIn);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replaceIn(member)]));
}
