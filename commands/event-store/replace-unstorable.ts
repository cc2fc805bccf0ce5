/** JSON escapes NUL and lone surrogates, so this finds all candidates. */
const SUSPECT = /\\u(?:0000|d[89a-f])/i;

/** Replaces NUL and lone surrogates of earlier versions by U+FFFD on reading; the stored text and its hash stay. */
export const replaceUnstorable = (value: unknown, text: string): unknown =>
  SUSPECT.test(text) ? replaceIn(value) : value;

function replaceIn(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\ufffd');
  if (Array.isArray(value)) return value.map(replaceIn);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replaceIn(member)]));
}
