/** Pieces that some reader of texts repeats for each beginning: a pattern, markdown, HTML, a date, an address. */
export const WORST_PIECES: readonly string[] = [
  ' ',
  '\t',
  '\n',
  '{{',
  '{{ ',
  'a',
  '.',
  'a.',
  '-',
  '0',
  '@',
  'a@',
  '/',
  '"',
  ',',
  '[',
  '![](',
  '(',
  '*',
  '_a ',
  '`',
  '> ',
  '- ',
  '1. ',
  '|-\n',
  '<',
  '<a ',
  '<!--',
  '&',
  '\\',
  'http://',
  '\u00e9',
  '\ud83d\ude00',
];

/**
 * As many of the pieces as fit, after a beginning that patterns look for, and before an end that no match goes on with and
 * that nobody trims.
 */
export function worstText(piece: string, length: number): string {
  const beginning = piece.trim() === '' ? '{{' : '';
  const room = length - 1;
  return `${(beginning + piece.repeat(Math.ceil(room / piece.length))).slice(0, room).toWellFormed()}!`;
}
