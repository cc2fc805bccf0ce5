/** JSON escapes NUL and lone surrogates, so a scan of the text excludes all other events. */
const SUSPECT = /\\u(?:0000|d[89a-f])/i;

/**
 * The parsed value with U+FFFD for NUL and lone surrogates, which earlier versions appended and no read model stores.
 * The stored text and its hash stay.
 */
export const replaceUnstorable = (value: unknown, text: string): unknown =>
  SUSPECT.test(text) ? replaceIn(value) : value;

function replaceIn(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\ufffd');
  if (Array.isArray(value)) return value.map(replaceIn);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replaceIn(member)]));
}
