/** E-mails compare trimmed and lower-cased (D3). */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

/** One @, a dot behind it, no blanks: enough to catch a slip; whether it exists only a mail can tell. */
export const isEmail = (text: string): boolean =>
  /^[^\s@<>"(),;:\\]+@[^\s@<>"(),;:\\]+\.[^\s@.<>"(),;:\\]+$/.test(text.trim());
