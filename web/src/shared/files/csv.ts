const PHONE = /^\+[\d ()-]+$/;
/** Also after blanks, which some programs drop, and in full-width forms, which others treat as equal. */
const FORMULA = /^(?:\t|[\s\u200b]*[=+\-@＝＋－＠])/;

/** A spreadsheet would run a formula, so its cell gets an apostrophe; phone numbers stay unchanged. */
export function csvCell(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value);
  const safe = FORMULA.test(text) && !PHONE.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const BYTE_ORDER_MARK = '\uFEFF';

/** UTF-8 with a byte order mark, CRLF (RFC 4180). */
export const csvOf = (rows: readonly (readonly unknown[])[]): string =>
  `${BYTE_ORDER_MARK}${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`;
