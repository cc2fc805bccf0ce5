const PHONE = /^\+[\d ()-]+$/;
/** Also after blanks, which some programs ignore, and in full-width forms, which others treat as equal. */
const FORMULA = /^(?:\t|[\s\u200b]*[=+\-@＝＋－＠])/;

export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Prefixes formulas with an apostrophe, because a spreadsheet would run them; numbers and phone numbers stay unchanged.
 */
export function csvCell(value: unknown): string {
  if (typeof value === 'number') return String(value);
  const text = value === null || value === undefined ? '' : String(value);
  const safe = FORMULA.test(text) && !PHONE.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvLine = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** Lines of RFC 4180, UTF-8 with a byte order mark. */
export const csvFile = (lines: readonly (readonly unknown[])[]): string =>
  `${BYTE_ORDER_MARK}${lines.map(csvLine).join('')}`;
