import { EMAIL_LIMIT } from '../text/text-limits.ts';

/** Trimmed, lower-cased and in NFC: keyboards encode one character in several ways. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase().normalize('NFC');

/** One @, a dot behind it, no blanks, no invisible characters. */
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
