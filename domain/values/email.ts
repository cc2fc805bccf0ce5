import { EMAIL_LIMIT } from '../text/text-limits.ts';

/** Trimmed, lower-cased and in NFC: keyboards encode one character in several ways. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase().normalize('NFC');

/** One @, a dot behind it, no blanks, no invisible characters, no empty labels. */
export const EMAIL =
  /^(?!.*\.\.)(?!\.)[^\s@<>"(),;:\\\p{C}\p{Default_Ignorable_Code_Point}]+(?<!\.)@(?!\.)[^\s@<>"(),;:\\\p{C}\p{Default_Ignorable_Code_Point}]+\.[^\s@.<>"(),;:\\\p{C}\p{Default_Ignorable_Code_Point}]+$/u;

export function isEmail(text: string): boolean {
  const email = text.trim().normalize('NFC');
  return email.length <= EMAIL_LIMIT && EMAIL.test(email);
}
