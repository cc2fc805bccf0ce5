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

/** As many of the pieces as fit, with a beginning that many patterns look for. */
export function worstText(piece: string, length: number): string {
  const beginning = piece.startsWith(' ') ? '{{' : '';
  return (beginning + piece.repeat(Math.ceil(length / piece.length))).slice(0, length).toWellFormed();
}
