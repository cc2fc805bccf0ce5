import { SEARCH_LIMIT } from '../text/text-limits.ts';
import { transliterated } from '../text/transliterated.ts';
import type { FieldValue } from './events.ts';

/** What staff find an applicant by. */
export interface FindableAs {
  readonly firstName: FieldValue | null;
  readonly lastName: FieldValue | null;
  readonly email: string | null;
  readonly phoneNumber: FieldValue | null;
  readonly trackingNumber: number | null;
}

const MOST_WORDS = 8;
/** Fewer digits are a number's beginning rather than a part of a phone number. */
const FEWEST_DIGITS = 3;

/** Longer values are found by their beginning. */
const folded = (text: string): string =>
  transliterated(text.slice(0, SEARCH_LIMIT))
    .replace(/['‘’ʼ]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

const textOf = (value: FieldValue | number | null): string => (typeof value === 'object' ? '' : String(value));

const digitsOf = (text: string): string => text.slice(0, SEARCH_LIMIT).replace(/\D/g, '');

/** The words of an applicant, each after a space: `" ana santos ana@example.com 10234 639171234567"`; then those of `more`. */
export function searchTextOf(
  { firstName, lastName, email, phoneNumber, trackingNumber }: FindableAs,
  more: readonly string[] = [],
): string {
  const words = [
    ...[firstName, lastName, email, trackingNumber].map(textOf).map(folded),
    digitsOf(textOf(phoneNumber)),
    ...more.map(folded),
  ];
  return words
    .filter((word) => word !== '')
    .map((word) => ` ${word}`)
    .join('');
}

export interface ApplicantSearch {
  /** Texts that the best hits contain: each word begins with one of them. */
  readonly beginnings: readonly string[];
  /** Texts that every hit contains. */
  readonly parts: readonly string[];
}

const PHONE_WORD = /^[\d()+./-]+$/;
const PUNCTUATION = /^[()+./-]*$/;

/** `(0917)` and `917-123` are digits, like the phone number that they are part of; `#102` is a tracking number. */
function searchedWord(word: string): string {
  if (PUNCTUATION.test(word)) return '';
  return PHONE_WORD.test(word) ? digitsOf(word) : word.replace(/^#(?=\d)/, '');
}

/** undefined if nothing is searched for. A phone number in any spelling is digits; alone, it is one word. */
export function applicantSearchOf(query: string): ApplicantSearch | undefined {
  const digits = /^[\d\s()+./-]+$/.test(query) ? digitsOf(query) : '';
  const words =
    digits.length >= FEWEST_DIGITS
      ? [digits]
      : folded(query)
          .split(' ')
          .map(searchedWord)
          .filter((word) => word !== '')
          .slice(0, MOST_WORDS);
  if (words.length === 0) return undefined;
  return {
    beginnings: words.map((word) => ` ${word}`),
    // A phone number's leading zero is the country code of other spellings.
    parts: words.map((word) => (/^\d+$/.test(word) ? word.replace(/^0+(?=\d)/, '') : word)),
  };
}

export const matches = (text: string, parts: readonly string[]): boolean => parts.every((part) => text.includes(part));
