/** Characters that move a terminal's cursor, hide text, or reverse its direction. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t' };

/** Escapes what a terminal or a browser would act on, e.g. as `\u{1b}`. */
export const visibleText = (text: string): string =>
  text.replaceAll(UNSEEN, (found) => NAMED[found] ?? `\\u{${(found.codePointAt(0) ?? 0).toString(16)}}`);

/** The same for a text of several lines, such as a refusal that repeats what a file has, or an answer of another server. */
export const visibleLines = (text: string): string => text.split(/\r?\n/u).map(visibleText).join('\n');

/** Escapes each text of a result, because schools choose names. */
export function visible<Value>(value: Value): Value {
  if (typeof value === 'string') return visibleText(value) as Value;
  if (Array.isArray(value)) return value.map((element) => visible(element)) as Value;
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, visible(member)])) as Value;
}
