import { EMAIL_LIMIT } from '../text/text-limits.ts';

/** E-mails compare trimmed, lower-cased, and composed: keyboards spell one letter in more than one way. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase().normalize('NFC');

/**
 * One @, a dot behind it, no blanks, nothing unseen that makes one address look like another: enough to catch a slip;
 * whether it exists only a mail can tell. The same for accounts, applications and what staff correct.
 */
export function isEmail(text: string): boolean {
  const email = text.trim().normalize('NFC');
  const [local = '', domain = ''] = email.split('@');
  return (
    email.length <= EMAIL_LIMIT &&
    /^[^\s@<>"(),;:\\]+@[^\s@<>"(),;:\\]+\.[^\s@.<>"(),;:\\]+$/.test(email) &&
    !/[\p{C}\p{Default_Ignorable_Code_Point}]/u.test(email) &&
    ![local, domain].some((part) => part.startsWith('.') || part.endsWith('.') || part.includes('..'))
  );
}
