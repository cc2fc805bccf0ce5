const LETTERED = /^\(?(?:[a-z]|\d{1,2})[.)]\s+/i;
const BULLETED = /^[-–•·]\s+/;
const NUMBERED = /^(?:(?:question|q)\s*)?\d{1,3}\s*[.):]\s+/i;

/** The lines of each paragraph of a pasted text, without blank ones. Numbers of paragraphs go if all have one. */
export function paragraphsIn(text: string): readonly (readonly string[])[] {
  const paragraphs = text
    .replace(/\r\n?/g, '\n')
    // No store accepts these; a preview shows the replacement.
    .replaceAll('\0', '\ufffd')
    .toWellFormed()
    .split(/\n[^\S\n]*\n/)
    .map(linesOf)
    .filter((lines) => lines.length > 0);
  const isNumbered = paragraphs.every(([first = '']) => NUMBERED.test(first));
  if (!isNumbered) return paragraphs;
  return paragraphs.map(([first = '', ...rest]) => [first.replace(NUMBERED, ''), ...rest]);
}

const linesOf = (paragraph: string): string[] =>
  paragraph
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The letter, number or bullet that begins all of them. */
export const markerOf = (lines: readonly string[]): RegExp | undefined =>
  [LETTERED, BULLETED].find((pattern) => lines.every((line) => pattern.test(line)));
