/** Pieces that parsers handle slowly in long repetitions: patterns, markdown, HTML, dates, addresses. */
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

/** Between a beginning that patterns look for, and an end that prevents a match and a trim. */
export function worstText(piece: string, length: number): string {
  const beginning = piece.trim() === '' ? '{{' : '';
  const room = length - 1;
  return `${(beginning + piece.repeat(Math.ceil(room / piece.length))).slice(0, room).toWellFormed()}!`;
}
